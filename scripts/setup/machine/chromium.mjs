import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { log } from '../log.mjs'
import { canInstallPackages, findOnPath } from '../paths.mjs'
import { aptInstall } from '../run.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const headlessShell = 'chromium-headless-shell'

/** Returns Playwright's option for a full Chromium: CHROME_PATH, one on PATH, Playwright's download, or Chrome wherever
 *  Playwright finds it. */
export const fullChromium = () => toOption(find(names))

/** Returns the same for the browser tests, which Debian's headless shell runs in two thirds of the time. */
export const testChromium = () => toOption(find([headlessShell, ...names]))

/** Installs Chromium where setup may. Elsewhere Playwright says what is missing. */
export const chromiumStep = {
  begins: 'installing Chromium',
  isDone: () => isDone(names),
  run: () => install(names, ['chromium']),
}

// CI runs all journeys, so that the shell is worth its download there even beside a full Chromium.
const testBrowsers = process.env.CI ? [headlessShell] : [headlessShell, ...names]

/** Installs a browser for the tests where setup may. */
export const testBrowserStep = {
  begins: 'installing a browser for the tests',
  isDone: () => isDone(testBrowsers),
  run: () => install(testBrowsers, [headlessShell, 'chromium']),
}

const toOption = (executablePath) => (executablePath ? { executablePath } : { channel: 'chrome' })

const isDone = (programs) => find(programs) !== undefined || !canInstallPackages()

const find = (programs) => process.env.CHROME_PATH ?? findOnPath(...programs) ?? findDownload()

async function install(programs, packages) {
  for (const name of packages) {
    if (!find(programs)) await aptInstall(name).catch((error) => log(error.message))
  }
  return `installed Chromium as ${find([...programs, ...names])}`
}

function findDownload() {
  try {
    const path = createRequire(import.meta.url)('playwright-core').chromium.executablePath()
    return existsSync(path) ? path : undefined
  } catch {
    // The packages are not installed yet.
    return undefined
  }
}
