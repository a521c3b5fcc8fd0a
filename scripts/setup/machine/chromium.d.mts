/** The Chromium that the browser tests drive. */
export function findTestBrowser(): string | undefined
/** A Chromium as people use it. */
export function findChromium(): string | undefined
