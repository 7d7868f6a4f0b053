// The display of the page: plan view or 3-D, zoom, light or dark, with or without the panel.
import { byId } from "./dom";
import { useTheme } from "./ink";
import { changed, state } from "./state";

const systemIsDark = matchMedia("(prefers-color-scheme: dark)");

export function listenToButtons(): void {
  const actions: Record<string, () => void> = {
    plan: togglePlan,
    fit: () => changed("view"),
    theme: nextTheme,
    sidebar: togglePanel,
    "zoom-in": () => state.camera.zoom(0.8),
    "zoom-out": () => state.camera.zoom(1.25),
  };
  for (const [id, action] of Object.entries(actions)) {
    byId(id).addEventListener("click", () => {
      action();
      changed("scene");
    });
  }
  systemIsDark.addEventListener("change", applyTheme);
  new ResizeObserver(() => changed("scene")).observe(byId("stage"));
}

export function setPlan(plan: boolean): void {
  state.camera.plan = plan;
  byId("plan").setAttribute("aria-pressed", String(plan));
  changed("hint");
}

export function togglePlan(): void {
  setPlan(!state.camera.plan);
  changed("view");
}

export function togglePanel(): void {
  const isHiddenNow = document.body.classList.toggle("no-panel");
  byId("sidebar").setAttribute("aria-pressed", String(!isHiddenNow));
  changed("scene");
}

export function applyTheme(): void {
  const theme = state.themeChoice === "auto" ? (systemIsDark.matches ? "dark" : "light") : state.themeChoice;
  useTheme(theme);
  document.documentElement.dataset.theme = theme;
  byId("theme").textContent = { auto: "Auto", light: "Light", dark: "Dark" }[state.themeChoice];
  changed("colors", "ask", "welcome", "scene");
}

export function nextTheme(): void {
  const next = { auto: systemIsDark.matches ? "light" : "dark", light: "dark", dark: "light" } as const;
  state.themeChoice = next[state.themeChoice];
  applyTheme();
}
