import { createRequire } from 'node:module'
import { join } from 'node:path'
import { canInstallPackages, isProgram, onPath } from '../places.mjs'
import { aptInstall } from '../run.mjs'
import { SetupError, say } from '../say.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const usualPlaces = [
  '/usr/bin/chromium',
  '/snap/bin/chromium',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  join(process.env.PROGRAMFILES ?? 'C:\\Program Files', 'Google\\Chrome\\Application\\chrome.exe'),
]

const shell = 'chromium-headless-shell'

/** The Chromium that the browser tests drive: CHROME_PATH, else Debian's build without a window, which takes two thirds of the time,
 *  else what `findChromium` finds. */
export function findTestBrowser() {
  return process.env.CHROME_PATH ? findChromium() : (onPath(shell) ?? findChromium())
}

/** A Chromium as people use it: CHROME_PATH, else the machine's own, else one that Playwright has downloaded. */
export function findChromium() {
  const asked = process.env.CHROME_PATH
  if (asked) return isProgram(asked) ? asked : undefined
  return onPath(...names) ?? usualPlaces.find(isProgram) ?? playwrightsOwn()
}

/** Sees to it that there is a browser for the tests. */
export const testBrowserStep = {
  isDone: () => findTestBrowser() !== undefined,
  run: () => install(findTestBrowser, [shell, 'chromium']),
}

/** Sees to it that there is a Chromium as people use it. */
export const chromiumStep = {
  isDone: () => findChromium() !== undefined,
  run: () => install(findChromium, ['chromium']),
}

/** Installs the first of `packages` that this machine's distribution has. */
async function install(find, packages) {
  if (process.env.CHROME_PATH)
    throw new SetupError(`CHROME_PATH is ${process.env.CHROME_PATH}, which is no program: correct it or unset it`)
  for (const name of canInstallPackages() ? packages : []) {
    if (!find()) await aptInstall(name).catch((error) => say(error.message))
  }
  const found = find()
  if (!found)
    throw new SetupError(
      'no Chromium for the browser tests: install Chromium or Chrome, or run npx playwright install chromium, or set CHROME_PATH',
    )
  return `installed Chromium as ${found}`
}

function playwrightsOwn() {
  try {
    const path = createRequire(import.meta.url)('playwright-core').chromium.executablePath()
    return isProgram(path) ? path : undefined
  } catch {
    return undefined
  }
}
