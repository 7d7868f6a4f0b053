//! The command's own words for what the library names by its API.
//!
//! A text of the library says which of its options or methods helps, such as `Limits::inflated`. Users of the command
//! know only its arguments, so its messages name these instead.

/// What texts of the library name, and what stands for it in the command.
const WORDS: [(&str, &str); 17] = [
    ("`Limits::inflated`", "`--max-inflated`"),
    ("`Limits::steps`", "`--max-steps`"),
    ("`BakeOptions::size_limit`", "`--max-dungeon`"),
    ("`Navigator::with_floors`", "`--dof`"),
    ("`Faces::Walkable`", "`--faces walkable`"),
    ("`Faces::All`", "`--faces all`"),
    ("`MaterialChoice`", "`--materials`"),
    ("`MaterialChoice::AsStored`", "`--materials as-stored`"),
    ("`Border::Keep`", "`--keep-border`"),
    ("`Tiling::ByCentre`", "`--retile`"),
    ("`Area::reorder`", "`walkmesh area`"),
    ("`diff_geometry`", "`--geometry`"),
    ("`raycast`", "`ray`"),
    ("`line_of_sight`", "`sight`"),
    ("`to_picture`", "`draw`"),
    ("`to_scene`", "`convert`"),
    ("`mend`", "`fix`"),
];

/// A text of the library in the words of the command.
pub fn in_words_of_the_command(text: &str) -> String {
    WORDS.iter().fold(text.to_owned(), |text, (api, argument)| text.replace(api, argument))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;
    use walkmesh::budget::{Budget, Cost};
    use walkmesh::formats::Limits;
    use walkmesh::level::{Kind, Operation, QueryError, Unsupported};
    use walkmesh::{nwn2, silkroad};

    use super::*;
    use crate::Arguments;

    /// Texts of the library, one at least for each word.
    fn texts() -> Vec<String> {
        let unsupported = |operation, found| Unsupported { operation, found }.to_string();
        let tables = walkmesh::rules();
        let rules = tables.iter().flat_map(|table| table.rules).flat_map(|rule| [rule.explanation, rule.remedy]);
        let limits = Limits::default().with_inflated(0);
        let plan = silkroad::Plan { region: 32769, ..silkroad::Plan::default() };
        let no_room = silkroad::BakeOptions::default().with_size_limit(0);
        let area = nwn2::Walkmesh::default().bake(&nwn2::BakeOptions::default().with_limits(limits));
        let mut texts: Vec<String> = rules.map(str::to_owned).collect();
        texts.extend([
            QueryError::NothingHides.to_string(),
            QueryError::NoFloors.to_string(),
            unsupported(Operation::Raycast, Kind::AiNav),
            unsupported(Operation::LineOfSight, Kind::AiNav),
            unsupported(Operation::DiffGeometry, Kind::Bwm),
            unsupported(Operation::Picture, Kind::TwoDa),
            unsupported(Operation::Exchange, Kind::AiNav),
            unsupported(Operation::Mend, Kind::AiNav),
            unsupported(Operation::Check, Kind::TwoDa),
            plan.bake(&no_room).expect_err("a file has bytes").to_string(),
            area.expect_err("a walkmesh has bytes").to_string(),
            Budget::new(Cost::Steps, 0).need(1).expect_err("a step is one too many").to_string(),
        ]);
        texts
    }

    #[test]
    fn every_word_stands_in_a_text_of_the_library() {
        let texts = texts();
        for (api, _) in WORDS {
            assert!(texts.iter().any(|text| text.contains(api)), "no text names {api}");
        }
    }

    #[test]
    fn every_word_is_an_argument_of_the_command() {
        let command = Arguments::command();
        let mut known: Vec<String> = command.get_subcommands().map(|command| command.get_name().to_owned()).collect();
        let arguments = command.get_arguments().chain(command.get_subcommands().flat_map(|it| it.get_arguments()));
        known.extend(arguments.filter_map(|argument| Some(format!("--{}", argument.get_long()?))));
        for (_, argument) in WORDS {
            let argument = argument.trim_matches('`').trim_start_matches("walkmesh ");
            let name = argument.split(' ').next().unwrap_or_default();
            assert!(known.iter().any(|known| known == name), "{argument}");
        }
    }

    #[test]
    fn a_text_names_the_argument_in_place_of_the_api() {
        assert_eq!(in_words_of_the_command("raise `Limits::inflated` if"), "raise `--max-inflated` if");
    }
}
