import { createRequire } from 'node:module'
import { join } from 'node:path'
import { log, SetupError } from '../log.mjs'
import { canInstallPackages, findOnPath, isExecutable } from '../paths.mjs'
import { aptInstall } from '../run.mjs'

const programNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const commonPaths = [
  '/usr/bin/chromium',
  '/snap/bin/chromium',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  join(process.env.PROGRAMFILES ?? 'C:\\Program Files', 'Google\\Chrome\\Application\\chrome.exe'),
]

const headlessShell = 'chromium-headless-shell'

/** Returns the path of the Chromium that runs the browser tests: CHROME_PATH, else Debian's headless shell, which takes two thirds of the
 *  time, else the result of `findChromium`. */
export function findTestBrowser() {
  return process.env.CHROME_PATH ? findChromium() : (findOnPath(headlessShell) ?? findChromium())
}

/** Returns the path of a full Chromium: CHROME_PATH, else an installed one, else Playwright's download. Undefined if there is none. */
export function findChromium() {
  const configured = process.env.CHROME_PATH
  if (configured) return isExecutable(configured) ? configured : undefined
  return findOnPath(...programNames) ?? commonPaths.find(isExecutable) ?? findPlaywrightChromium()
}

/** Installs a browser for the tests if there is none. */
export const testBrowserStep = {
  isDone: () => findTestBrowser() !== undefined,
  run: () => install(findTestBrowser, [headlessShell, 'chromium']),
}

/** Installs a full Chromium if there is none. */
export const chromiumStep = {
  isDone: () => findChromium() !== undefined,
  run: () => install(findChromium, ['chromium']),
}

/** Installs the first of `packages` that apt-get can install. @throws {SetupError} if `find` still returns nothing */
async function install(find, packages) {
  if (process.env.CHROME_PATH)
    throw new SetupError(`CHROME_PATH is ${process.env.CHROME_PATH}, which is not executable: correct it or unset it`)
  for (const name of canInstallPackages() ? packages : []) {
    if (!find()) await aptInstall(name).catch((error) => log(error.message))
  }
  const path = find()
  if (!path)
    throw new SetupError(
      'no Chromium found: install Chromium or Chrome, run npx playwright install chromium, or set CHROME_PATH',
    )
  return `installed Chromium as ${path}`
}

function findPlaywrightChromium() {
  try {
    const path = createRequire(import.meta.url)('playwright-core').chromium.executablePath()
    return isExecutable(path) ? path : undefined
  } catch {
    return undefined
  }
}
