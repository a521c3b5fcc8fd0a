// Takes the pictures in README from the current pages: npm run pictures
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { addDays, clinicToday, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { weekdayOf } from '#contract/kit/time/shown-date.ts'
import { demoAdmin, signInAs, signUp } from '#e2e/support/people.ts'
import { startServer } from '#server/testing/server-process.ts'
import { chromiumArgs } from '#testbed/chromium-args.ts'
import { sampleClinic } from '#testbed/sample-clinic.ts'
import { us } from '#testbed/us.ts'
import { fullChromium } from './setup/machine/chromium.mjs'

const folder = 'docs/pictures'
const dataDir = mkdtempSync(join(tmpdir(), 'clinic-pictures-'))
const env = { ...sampleClinic, DATA_DIR: dataDir, DEMO: 'on', SANDBOX: 'stripe,google' }
const weekday = nextWeekday(clinicToday(new Date(), 'America/New_York'))

execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', 'server/app/seed/seed.ts', 'busy'], {
  env: { ...process.env, ...env },
})
const server = await startServer({ emptyFolder: true, pages: true, env })
const browser = await chromium.launch({ ...fullChromium(), args: chromiumArgs })
try {
  await take('appointment', await signUp(server), async (page) => {
    await page.goto('/appointment')
    await page.getByRole('button', { name: 'Book Appointment' }).first().waitFor()
  })
  await take('day', await demoAdmin(server), async (page) => {
    await page.goto(`/dashboard/day?date=${weekday}`)
    await page
      .getByRole('button', { name: /Teeth Cleaning/ })
      .first()
      .waitFor()
  })
} finally {
  await browser.close()
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

/** Takes a picture of what `open` shows to a person. */
async function take(name: string, person: Parameters<typeof signInAs>[2], open: (page: Page) => Promise<void>) {
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 1280, height: 860 },
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await signInAs(page, server, person)
  await open(page)
  await page.evaluate(() => document.fonts.ready)
  const file = join(folder, `${name}.webp`)
  await sharp(await page.screenshot())
    .webp({ quality: 80 })
    .toFile(file)
  console.log(file)
  await context.close()
}

/** Returns the next day from Monday to Friday. */
function nextWeekday(today: IsoDate): IsoDate {
  const next = addDays(today, 1)
  return weekdayOf(next, us).startsWith('S') ? nextWeekday(next) : next
}
