// Files that are dropped on the page, or chosen with the buttons.
import { byId, targetOf } from "./dom";
import { chosenFiles, droppedFiles } from "./files";
import { addFiles } from "./levels";

export function listenToFiles(): void {
  byId("open-button").addEventListener("click", () => byId("open").click());
  for (const id of ["open", "open-folder"]) {
    byId(id).addEventListener("change", async event => {
      const input = targetOf(event);
      await addFiles(chosenFiles([...(input.files ?? [])]));
      input.value = "";
    });
  }
  // Number of elements that the pointer has entered with files and not left.
  let entered = 0;
  const enter = (next: number) => {
    entered = Math.max(0, next);
    byId("drop").hidden = entered === 0;
  };
  addEventListener("dragenter", event => {
    event.preventDefault();
    enter(entered + 1);
  });
  addEventListener("dragleave", () => enter(entered - 1));
  addEventListener("dragover", event => event.preventDefault());
  addEventListener("drop", async event => {
    event.preventDefault();
    enter(0);
    if (event.dataTransfer) await addFiles(await droppedFiles(event.dataTransfer));
  });
}
