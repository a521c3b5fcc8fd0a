import { createRequire } from 'node:module'
import { join } from 'node:path'
import { canInstallPackages, isProgram, onPath } from './places.mjs'
import { aptInstall } from './run.mjs'
import { SetupError } from './say.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const usualPlaces = [
  '/usr/bin/chromium',
  '/snap/bin/chromium',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  join(process.env.PROGRAMFILES ?? 'C:\\Program Files', 'Google\\Chrome\\Application\\chrome.exe'),
]

/** The Chromium that the browser tests drive: CHROME_PATH, else the machine's own, else one that Playwright has downloaded. */
export function findChromium() {
  const asked = process.env.CHROME_PATH
  if (asked) return isProgram(asked) ? asked : undefined
  return onPath(...names) ?? usualPlaces.find(isProgram) ?? playwrightsOwn()
}

/** Sees to it that there is a Chromium. */
export const chromiumStep = {
  isDone: () => findChromium() !== undefined,
  async run() {
    if (process.env.CHROME_PATH)
      throw new SetupError(`CHROME_PATH is ${process.env.CHROME_PATH}, which is no program: correct it or unset it`)
    if (canInstallPackages()) await aptInstall('chromium')
    const found = findChromium()
    if (!found)
      throw new SetupError(
        'no Chromium for the browser tests: install Chromium or Chrome, or run npx playwright install chromium, or set CHROME_PATH',
      )
    return `installed Chromium as ${found}`
  },
}

function playwrightsOwn() {
  try {
    const path = createRequire(import.meta.url)('playwright-core').chromium.executablePath()
    return isProgram(path) ? path : undefined
  } catch {
    return undefined
  }
}
