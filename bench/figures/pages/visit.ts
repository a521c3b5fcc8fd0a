import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from '@playwright/test'
import type { Lab } from '#bench/lab/lab.ts'
import { type Server, startSite } from '#bench/lab/server-process.ts'
import { type Person, signUp } from '#e2e/support/people.ts'
import { findChromium } from '#scripts/setup/machine/chromium.mjs'
import { chromiumArgs } from '#testbed/chromium-args.ts'

/** A running site and the Chromium that visits it. */
export type Site = { server: Server; browser: Browser }

/** Starts a new site and a Chromium, lets `work` use them, and ends both. */
export async function onSite<T>(lab: Lab, work: (site: Site) => Promise<T>): Promise<T> {
  const server = await startSite(lab, lab.folder())
  const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: chromiumArgs })
  try {
    return await work({ server, browser })
  } finally {
    await browser.close()
    await server.stop()
  }
}

/** A browser that has never been here, but for the sign-in of `person` if there is one. */
export async function newVisitor(
  { server, browser }: Site,
  person?: Person,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: server.origin, ...options })
  const cookies = person?.cookies ?? []
  await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: server.origin, httpOnly: true })))
  return context
}

/** Somebody with an account at this site. */
export function newPatient({ server }: Site): Promise<Person> {
  return signUp({ url: server.origin })
}
