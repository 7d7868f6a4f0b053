// The page: starts the library, and shows the files that are embedded in the page.
import init from "../bindings/walkmesh";
import { keepAddress } from "./address";
import { byId, showBanner } from "./dom";
import { listenToFiles } from "./drop";
import { embeddedFiles, inflated } from "./files";
import { listenToKeys } from "./keys";
import { openNumber, showAll, showLevels } from "./levels";
import { messageOf } from "./mesh";
import { showPanel } from "./panels/tabs";
import { listenToPointers } from "./pointer";
import { showStage, startRenderer } from "./stage";
import { openTab, state } from "./state";
import { setTool, showTools } from "./tools";
import { applyTheme, listenToButtons } from "./view";
import { showWelcome } from "./welcome";

async function start(): Promise<void> {
  showStage();
  showPanel();
  showLevels();
  showTools();
  showWelcome();
  applyTheme();
  listenToButtons();
  listenToFiles();
  listenToKeys();
  listenToPointers(byId<HTMLCanvasElement>("scene"));
  await init({ module_or_path: await inflated(textOf("library")) });
  try {
    startRenderer();
  } catch (error) {
    showBanner("No picture", messageOf(error));
  }
  Object.assign(state, await embeddedFiles(textOf("files").trim()));
  setTool("inspect");
  openTab("findings");
  if (state.levels.length) openNumber(0);
  else showAll();
  keepAddress();
  document.documentElement.dataset.ready = "true";
}

const textOf = (id: string) => byId(id).textContent ?? "";

start().catch(error => showBanner("The page cannot start", messageOf(error)));
