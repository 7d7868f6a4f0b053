// The tab "Findings": what the rules of the game find, with the way to each place.
import type { Finding, RuleFindings } from "../../bindings/walkmesh";
import { byId, type Child, el, faint, fill } from "../dom";
import type { Mesh, Report } from "../mesh";
import { changed, flyTo, state } from "../state";
import { counted, plural } from "../text";
import { length, sub } from "../vectors";

export function showFindings(): void {
  const { mesh, failed } = state,
    report = mesh ? mesh.findings() : failed;
  byId("findings-count").textContent = report?.total ? counted(report.total) : "";
  fill("tab-findings", !report ? faint("Open a walkmesh first.") : report.reason ? faint(report.reason) : rulesOf(report, mesh));
}

function rulesOf({ total, rules }: Report, mesh: Mesh | null): Child {
  if (!total) return el("p", {}, "Nothing found: the walkmesh keeps every rule of its game.");
  const hasTriangles = rules.some(rule => rule.findings.some(it => it.triangle !== undefined));
  return [
    el("p", {}, `${plural(total, "finding")} of ${plural(rules.length, "rule")}`),
    mesh && hasTriangles && el("button", { class: "plain", onclick: colorByFindings }, "Colour by findings"),
    rules.map((rule, at) => ruleOf(rule, mesh, at === 0 && rules.length < 4)),
  ];
}

function colorByFindings(): void {
  state.coloring = "findings";
  changed("colors", "look");
}

function ruleOf(rule: RuleFindings, mesh: Mesh | null, open: boolean): HTMLElement {
  const more = rule.count - rule.findings.length;
  return el(
    "details",
    { class: "rule", open },
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
      rule.findings.map(it => findingOf(it, mesh)),
      more > 0 && faint(`and ${counted(more)} more`),
      faint(rule.code),
    ),
  );
}

const severities = ({ count, severity }: RuleFindings): string => plural(count, severity === "fatal" ? "fatal finding" : severity);

function findingOf(finding: Finding, mesh: Mesh | null): HTMLElement {
  const { point, meaning, place } = finding,
    onclick = () => mesh && flyToFinding(finding, mesh);
  const attributes = { class: "finding", disabled: !point || !mesh, title: point ? "Fly there" : null, onclick };
  return el("button", attributes, meaning, el("small", {}, place || "the file"));
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
