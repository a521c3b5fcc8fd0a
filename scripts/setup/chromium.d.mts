/** The Chromium that the browser tests drive. */
export function findChromium(): string | undefined
