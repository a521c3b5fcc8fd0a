/** Where Playwright finds a browser. */
type Option = { executablePath: string } | { channel: string }
/** A full Chromium, not the headless shell. */
export function fullChromium(): Option
/** The Chromium that runs the browser tests. */
export function testChromium(): Option
