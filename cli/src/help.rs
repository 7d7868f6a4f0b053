//! The help: commands in groups, and with `-h` one line per option.

use clap::{Arg, Command};

/// The width of the help in columns.
const WIDTH: usize = 100;

/// The commands by task.
const GROUPS: [(&str, &[&str]); 6] = [
    ("Look", &["view", "draw", "info"]),
    ("Check", &["check", "explain", "diff"]),
    ("Repair", &["repair", "bake", "undo"]),
    ("Edit", &["edit", "convert", "pth"]),
    ("Query", &["path", "reach", "floor", "sight", "raycast"]),
    ("Project", &["footprints", "optimise", "roundtrip", "selftest", "manual", "demo"]),
];

/// The options that are the same for every command and are only at the end of its long help.
const GLOBAL: [&str; 6] = ["json", "game", "color", "quiet", "max_inflated", "max_steps"];

/// The command with its help: the commands in groups, and with `-h` one line per option.
pub fn with_help(command: Command, is_short: bool) -> Command {
    let mut list = String::new();
    for (title, verbs) in GROUPS {
        list += &format!("{title}:\n");
        for verb in verbs {
            let Some(known) = command.find_subcommand(verb) else { continue };
            let about = known.get_about().map(ToString::to_string).unwrap_or_default();
            let alias = known.get_visible_aliases().next().map_or_else(String::new, |it| format!(" [alias: {it}]"));
            list += &format!("  {verb:<11} {}{alias}\n", first_line(&about, WIDTH - 14 - alias.len()));
        }
    }
    let template = format!("{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{list}\n{{options}}{{after-help}}");
    let names: Vec<String> = command.get_subcommands().map(|it| it.get_name().to_owned()).collect();
    let command = names.into_iter().fold(command, |command, name| match is_short {
        true => command.mut_subcommand(name, brief),
        false => command,
    });
    command.help_template(template).mut_args(global)
}

/// A command with a line for each option, without rare options and without examples.
fn brief(command: Command) -> Command {
    let more = "`--help` explains all options, with examples.";
    command.after_help(more).mut_args(|arg| {
        let Some(help) = arg.get_help().map(ToString::to_string) else { return arg };
        let is_rare = arg.get_help_heading().is_some();
        let arg = arg.help(first_line(&help, 54)).hide_short_help(is_rare);
        if arg.get_action().takes_values() { arg.hide_possible_values(true).hide_default_value(true) } else { arg }
    })
}

fn global(arg: Arg) -> Arg {
    if GLOBAL.contains(&arg.get_id().as_str()) {
        arg.hide_short_help(true).help_heading("Options of every command")
    } else {
        arg
    }
}

/// The first sentence of a text, without its end, as far as it fits.
fn first_line(text: &str, width: usize) -> String {
    let line = text.lines().next().unwrap_or_default();
    let end = [". ", "; "].iter().filter_map(|end| line.find(end)).min();
    let line = line[..end.unwrap_or(line.len())].trim_end_matches('.');
    if line.chars().count() <= width {
        return line.to_owned();
    }
    let cut: String = line.chars().take(width - 1).collect();
    format!("{}…", cut.rsplit_once(' ').map_or(&*cut, |(words, _)| words))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn every_command_is_in_one_group_and_its_short_help_fits_a_screen() {
        let command = crate::Arguments::command();
        let mut grouped: Vec<&str> = GROUPS.iter().flat_map(|(_, verbs)| *verbs).copied().collect();
        let mut known: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
        grouped.sort_unstable();
        known.sort_unstable();
        assert_eq!(grouped, known);
        let mut with_help = with_help(command.clone().term_width(WIDTH), true);
        with_help.build();
        for name in known {
            let mut verb = with_help.find_subcommand(name).expect("a command").clone();
            let help = verb.render_help().to_string();
            assert!(help.lines().count() <= 40, "{name}: {}\n{help}", help.lines().count());
            assert!(!help.contains('…'), "{name}: a text is cut\n{help}");
        }
    }
}
