// The tab "Findings": the findings of the game's rules, with a link to each place, and the repairs.
import type { Finding, RuleFindings } from "../../bindings/walkmesh";
import { byId, type Child, drawing, el, faint, fill } from "../dom";
import { lastStep, operate, preview, undo } from "../edits";
import { type Act, mendAll, mendable, repairOf } from "../mending";
import { BAD, type Mesh, type Report, SEVERITIES } from "../mesh";
import { changed, flyTo, opened, state } from "../state";
import { counted, plural } from "../text";
import { length, sub } from "../vectors";
import { downloads, notesOf } from "./edit";

// Repairs of a mesh with more triangles are tried only on request.
const MAX_TRIED = 100000,
  MAX_EXPLAINED = 5;

const isBad = ({ severity }: RuleFindings) => SEVERITIES.indexOf(severity) < BAD;
const sum = (rules: RuleFindings[]) => rules.reduce((all, rule) => all + rule.count, 0);

export function showFindings(): void {
  const { mesh, failed } = state,
    report = mesh ? mesh.findings() : failed;
  showBadge(report);
  fill("tab-findings", !report ? faint("Open a walkmesh first.") : report.reason ? faint(report.reason) : content(report, mesh));
  if (mesh && mesh.mendable === undefined && mesh.count <= MAX_TRIED) setTimeout(() => tryToMend(mesh), 50);
}

// Only bad findings have a badge.
function showBadge(report: Report | null): void {
  const bad = report?.rules.filter(isBad) ?? [],
    badge = byId("findings-count");
  badge.textContent = bad.length ? counted(sum(bad)) : "";
  badge.className = bad[0]?.severity ?? "";
}

function tryToMend(mesh: Mesh): void {
  const open = opened();
  if (open?.mesh !== mesh || mesh.mendable !== undefined) return;
  mesh.mendable = mesh.findings().rules.some(isBad) || isUnbaked() ? mendable(open.walkmesh) : null;
  changed("findings");
}

function content(report: Report, mesh: Mesh | null): Child {
  const bad = report.rules.filter(isBad),
    infos = report.rules.filter(rule => !isBad(rule)),
    own = (rule: RuleFindings) => rule.findings.some(it => !it.cause) || rule.findings.length < rule.count;
  const card = (rule: RuleFindings, open: boolean) => own(rule) && ruleOf(rule, report.rules, mesh, open);
  return [
    mended(),
    el("p", { class: "verdict", id: "verdict" }, verdict(bad)),
    mesh && (bad.length > 0 || isUnbaked()) && mending(mesh, bad),
    bad.map((rule, at) => card(rule, at === 0)),
    infos.length > 0 &&
      el(
        "details",
        { id: "infos" },
        el("summary", {}, `${plural(sum(infos), "note")} that do no harm in the game`.replace(/^(1 note) that do/, "$1 that does")),
        infos.map(rule => card(rule, false)),
      ),
    mesh && report.rules.some(it => it.findings.some(one => one.triangle !== undefined)) && colorButton(),
  ];
}

function verdict(bad: RuleFindings[]): string {
  const count = (severity: string) => sum(bad.filter(rule => rule.severity === severity));
  const found = SEVERITIES.slice(0, BAD).flatMap(it => (count(it) ? [plural(count(it), it === "fatal" ? "fatal finding" : it)] : []));
  if (found.length) return found.join(", ");
  return isUnbaked() ? "Not baked: the game needs its tables." : "No fault: the game can use this as it is.";
}

// An NWN2 area as the toolset saves it.
const isUnbaked = () => state.walkmesh?.isBaked === false;

const colorButton = () => el("button", { class: "plain", onclick: colorByFindings }, "Colour by findings");

function colorByFindings(): void {
  state.coloring = "findings";
  changed("colors", "look");
}

// Makes all possible repairs.
function mending(mesh: Mesh, bad: RuleFindings[]): Child {
  const all = sum(bad),
    { mendable } = mesh;
  if (mendable === undefined && mesh.count > MAX_TRIED) {
    return el("button", { class: "plain", onclick: () => tryToMend(mesh) }, "See what can be mended");
  }
  if (mendable === undefined) return faint("Looking at what can be mended …");
  const count = Math.max(0, all - (mendable?.bad ?? all));
  if (!count && !isUnbaked()) return faint("Nothing of this can be mended here. What to do is said with each finding.");
  const some = count === all ? (all === 1 ? "Mend it" : `Mend all ${counted(all)}`) : `Mend ${counted(count)} of ${counted(all)}`,
    text = count ? some : "Bake it";
  const mend = () => operate("Mend", mendAll, "findings");
  return [
    el(
      "div",
      { class: "row" },
      el("button", { class: "primary", id: "mend", onclick: mend }, text),
      el("button", { class: "plain", id: "mend-preview", onclick: () => preview(mendAll, "") }, "Before and after"),
    ),
    previewed(""),
  ];
}

// The repairs that were just made, and the button to download them.
function mended(): Child {
  const last = lastStep(),
    open = opened();
  if (!last?.isMended || !open) return null;
  return el(
    "div",
    { class: "answer", id: "mended" },
    el("b", {}, "Mended"),
    notesOf(last.change, 5),
    downloads(open, true),
    el("div", { class: "row" }, el("button", { class: "plain", onclick: undo }, "Undo")),
  );
}

function ruleOf(rule: RuleFindings, rules: RuleFindings[], mesh: Mesh | null, open: boolean): HTMLElement {
  const listed = rule.findings.filter(it => !it.cause),
    more = rule.count - rule.findings.length,
    number = rules.indexOf(rule);
  const isMendable = isBad(rule) && mesh?.mendable && (mesh.mendable.left.get(rule.code) ?? 0) < rule.count;
  return el(
    "details",
    { class: "rule", id: `rule-${rule.code}-${rule.severity}`, open },
    el(
      "summary",
      {},
      el("b", {}, rule.title),
      el("span", { class: `severity ${rule.severity}` }, rule.count > 1 ? severities(rule) : rule.severity),
    ),
    el(
      "div",
      {},
      el("p", {}, rule.explanation),
      el("p", {}, el("b", {}, "What to do: "), rule.remedy),
      isMendable && repairButtons(rule),
      listed.map(it => findingOf(it, mesh, explainedBy(rules, number, rule.findings.indexOf(it)))),
      more > 0 && faint(`and ${counted(more)} more`),
      faint(rule.code),
    ),
  );
}

function repairButtons({ code, title }: RuleFindings): Child {
  const withAct = (use: (act: Act) => void) => () => {
    const open = opened();
    if (open) use(repairOf(open.walkmesh, code));
  };
  const repair = withAct(act => operate(`Repair: ${title}`, act, "findings")),
    show = withAct(act => preview(act, code)),
    about = (verb: string) => ({ "aria-label": `${verb}: ${title}` });
  return [
    el(
      "div",
      { class: "row" },
      el("button", { class: "plain repair", onclick: repair, ...about("Repair") }, "Repair"),
      el("button", { class: "plain", onclick: show, ...about("Before and after") }, "Before and after"),
    ),
    previewed(code),
  ];
}

// The picture of a repair that was tried.
function previewed(of: string): Child {
  if (state.preview?.of !== of) return null;
  const { change, picture } = state.preview;
  return el(
    "div",
    { class: "answer before-after" },
    notesOf(change, 5),
    picture ? drawing(picture, "What the repair changes, seen from above: before and after") : faint("No face changes: only tables."),
  );
}

const severities = ({ count, severity }: RuleFindings): string => plural(count, severity === "fatal" ? "fatal finding" : severity);

// The findings that another one causes.
function explainedBy(rules: RuleFindings[], rule: number, at: number): Finding[] {
  return rules.flatMap(it => it.findings.filter(({ cause }) => cause?.[0] === rule && cause[1] === at));
}

function findingOf(finding: Finding, mesh: Mesh | null, explained: Finding[]): HTMLElement {
  const { point, meaning, place } = finding,
    onclick = () => mesh && flyToFinding(finding, mesh);
  const attributes = { class: "finding", disabled: !point || !mesh, title: point ? "Fly there" : null, onclick };
  const also = explained.slice(0, MAX_EXPLAINED).map(it => el("small", {}, `So: ${it.meaning}`)),
    more = explained.length - MAX_EXPLAINED;
  return el("button", attributes, meaning, el("small", {}, place || "the file"), also, more > 0 && el("small", {}, `and ${more} more`));
}

function flyToFinding({ point, triangle }: Finding, mesh: Mesh): void {
  if (!point) return;
  const { radius } = state.camera;
  let distance = radius * 0.25;
  if (triangle !== undefined) {
    state.selection = new Set([triangle]);
    const [a, b, c] = [0, 1, 2].map(which => mesh.corner(triangle, which));
    distance = Math.max(radius * 0.05, length(sub(a, b)) * 4, length(sub(a, c)) * 4);
  }
  flyTo(mesh.toPage(point), distance);
}
