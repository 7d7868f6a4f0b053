// The word for a press: users click with a mouse, and tap on a touch screen.
const isTouch = globalThis.matchMedia?.("(pointer: coarse)").matches;

export const whenPressed = (mouse: string, touch: string): string => (isTouch ? touch : mouse);
// A text about clicks, for the available pointer.
export const pressed = (text: string): string => (isTouch ? text.replaceAll("Click", "Tap").replaceAll("click", "tap") : text);
