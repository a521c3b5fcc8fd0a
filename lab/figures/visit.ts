import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from '@playwright/test'
import { type Person, signUp } from '#e2e/support/people.ts'
import { findChromium } from '#scripts/setup/machine/chromium.mjs'
import { chromiumArgs } from '#testbed/chromium-args.ts'
import type { Lab } from '../kit/lab.ts'
import { type Server, startSite } from '../kit/server-process.ts'

/** A running site and a Chromium that visits it. */
export type Site = { server: Server; browser: Browser }

/** Starts a new site and a Chromium, runs `work` and stops both. */
export async function withSite<T>(lab: Lab, work: (site: Site) => Promise<T>): Promise<T> {
  const server = await startSite(lab, lab.createFolder())
  const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: chromiumArgs })
  try {
    return await work({ server, browser })
  } finally {
    await browser.close()
    await server.stop()
  }
}

/** Opens a browser context with an empty cache, signed in by the cookies of `person` if given. */
export async function openContext(
  { server, browser }: Site,
  person?: Person,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: server.origin, ...options })
  const cookies = person?.cookies ?? []
  await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: server.origin, httpOnly: true })))
  return context
}

/** Creates a patient account. */
export function signUpPatient({ server }: Site): Promise<Person> {
  return signUp({ url: server.origin })
}
