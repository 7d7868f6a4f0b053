// Elements of the page.
import { type Color, css } from "./ink";

export type Child = Node | string | null | undefined | false | Child[];
type Listener = (event: never) => void;
type Attributes = Record<string, string | number | boolean | null | undefined | Listener>;

// The element of index.html with this id.
export function byId<Kind extends HTMLElement = HTMLElement>(id: string): Kind {
  return document.getElementById(id) as Kind;
}
export const typedIn = (id: string): string => byId<HTMLInputElement | HTMLSelectElement>(id).value;
export const numberOf = (id: string): number => Number(typedIn(id));
export const targetOf = <Kind extends HTMLElement = HTMLInputElement>(event: Event): Kind => event.currentTarget as Kind;

// The children that exist, in one flat list.
function present(children: Child[]): (Node | string)[] {
  return children.flatMap(child =>
    Array.isArray(child) ? present(child) : child === null || child === undefined || child === false ? [] : [child],
  );
}

// An element with attributes and children. Text is never parsed as markup.
export function el<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes?: Attributes,
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (typeof value === "function") element.addEventListener(key.slice(2), value as EventListener);
    else if (typeof value === "boolean") (element as unknown as Record<string, boolean>)[key] = value;
    else if (value !== undefined && value !== null) element.setAttribute(key, String(value));
  }
  element.append(...present(children));
  return element;
}

// Replaces the children of an element. The focus returns to the control of the same name, and folded or unfolded sections stay as
// they were.
export function fill(id: string, ...children: Child[]): void {
  const parent = byId(id),
    called = (it: Element) => it.id || it.getAttribute("aria-label") || it.closest("label")?.textContent || it.textContent;
  const focused = parent.contains(document.activeElement) ? document.activeElement : null,
    name = focused && called(focused);
  const folds = new Map([...parent.querySelectorAll("details")].map(it => [it.id, it.open]));
  parent.replaceChildren(...present(children));
  for (const it of parent.querySelectorAll("details")) it.open = folds.get(it.id) ?? it.open;
  if (!focused) return;
  const again = [...parent.querySelectorAll<HTMLElement>(focused.tagName)].find(it => called(it) === name);
  again?.focus({ preventScroll: true });
}

export const faint = (...text: Child[]): HTMLElement => el("p", { class: "faint" }, ...text);
export const button = (id: string, text: string, onclick: () => void, attributes: Attributes = {}): HTMLElement =>
  el("button", { class: "plain", id, onclick, ...attributes }, text);

export function checkbox(text: string, isOn: boolean, change: (isOn: boolean) => void): HTMLElement {
  const onchange = (event: Event) => change(targetOf(event).checked);
  return el("label", { class: "check" }, el("input", { type: "checkbox", checked: isOn, onchange }), text);
}

export function facts(rows: [string, string | number | null | undefined][]): HTMLElement {
  const known = rows.filter(([, value]) => value !== null && value !== undefined && value !== "");
  return el(
    "dl",
    {},
    known.flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, String(value))]),
  );
}

export function swatch(color: Color): HTMLElement {
  const i = el("i");
  i.style.background = css(color);
  return i;
}

// A drawing of the library. An image runs no script, and the page's policy lets it fetch nothing.
export function drawing(svg: string, alt: string): HTMLElement {
  const image = el("img", { alt, width: "100%" });
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  return image;
}

export function showBanner(title: string, text = ""): void {
  const banner = byId("banner");
  banner.hidden = !title;
  const close = el("button", { "aria-label": "Close", onclick: () => showBanner("") }, "×");
  if (title) banner.replaceChildren(el("b", {}, title), el("div", {}, text), close);
}

// Shows an error below the control that was used, or over the stage if no control was used.
export function showErrorHere(title: string, text: string): void {
  const control = document.activeElement?.closest("#panel section button, #panel section input, #panel section select"),
    error = el("p", { class: "error here", role: "alert" }, el("b", {}, `${title}. `), text);
  for (const old of document.querySelectorAll(".error.here")) old.remove();
  if (control) (control.closest(".row") ?? control).after(error);
  else showBanner(title, text);
}

export function download(name: string, bytes: Uint8Array): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>]));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
