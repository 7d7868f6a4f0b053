// The panel beside the stage, and its tabs, which also work with the keyboard.
import { byId } from "../dom";
import { changed, openTab, state, type Tab, whenChanged } from "../state";
import { showAbout } from "./about";
import { showAsk } from "./ask";
import { showEdit } from "./edit";
import { showFindings } from "./findings";
import { showLook } from "./look";

const tabs = () => [...document.querySelectorAll<HTMLButtonElement>("[data-tab]")];
const nameOf = (tab: HTMLElement) => tab.dataset.tab as Tab;

export function showPanel(): void {
  whenChanged("look", showLook);
  whenChanged("ask", showAsk);
  whenChanged("findings", showFindings);
  whenChanged("edit", showEdit);
  whenChanged("about", showAbout);
  whenChanged("tabs", showTabs);
  for (const tab of tabs()) tab.addEventListener("click", () => openTab(nameOf(tab)));
  byId("tabs").addEventListener("keydown", walkTabs);
}

function showTabs(): void {
  for (const tab of tabs()) {
    const isOpen = nameOf(tab) === state.tab;
    tab.setAttribute("aria-selected", String(isOpen));
    tab.tabIndex = isOpen ? 0 : -1;
    byId(`tab-${nameOf(tab)}`).hidden = !isOpen;
  }
  if (state.tab === "findings") changed("findings");
}

// Arrow keys go from tab to tab, Home and End to the first and the last.
function walkTabs(event: KeyboardEvent): void {
  const all = tabs(),
    now = all.indexOf(document.activeElement as HTMLButtonElement);
  const to: number | undefined = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: -1 }[event.key];
  const tab = now < 0 || to === undefined ? undefined : all.at(to % all.length);
  if (!tab) return;
  event.preventDefault();
  event.stopPropagation();
  openTab(nameOf(tab));
  tab.focus();
}
