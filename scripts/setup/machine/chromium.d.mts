/** Path of the Chromium that runs the browser tests. */
export function findTestBrowser(): string | undefined
/** Path of a full Chromium, not the headless shell. */
export function findChromium(): string | undefined
