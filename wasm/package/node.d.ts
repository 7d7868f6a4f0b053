export * from "./walkmesh.js";
