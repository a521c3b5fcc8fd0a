import { expect } from '@playwright/test'
import { type Server, startServer } from '#server/testing/server-process.ts'
import { axe } from '../support/axe.ts'
import { demoAdmin, signInAs } from '../support/people.ts'
import { shoot } from '../support/shots.ts'
import { test } from '../support/test.ts'

let server: Server
test.beforeAll(async () => {
  // Open at any hour and on any day, so that today has appointments.
  const env = { DEMO: 'on', CLINIC_HOURS: 'Mo-Su 00:00-24:00' }
  server = await startServer({ pages: true, databaseServer: process.env.E2E_DATABASE_URL, env })
})
test.afterAll(() => server?.stop())

test('whoever tries the demo fills it, sees the clinic at work, and empties it again', async ({ browser }) => {
  test.setTimeout(180_000)
  const context = await browser.newContext({ baseURL: server.url })
  const page = await context.newPage()
  await signInAs(page, server, await demoAdmin(server))
  await page.goto('/dashboard/day')
  const fill = page.getByRole('button', { name: 'Fill the demo' })
  await expect(fill).toBeVisible()
  await shoot(page, 'demo-empty-day')
  await axe(page)
  await fill.click()
  await expect(page.getByText(/64 patients, \d+ appointments and \d+ payments are invented/).first()).toBeVisible()
  await expect(page.getByText('No appointments', { exact: true })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Empty the demo' })).toBeVisible()
  await expect(page.getByText(/\d+ appointments, .*\d+ done/).first()).toBeVisible()
  await shoot(page, 'demo-day')
  await axe(page)

  const seen: [path: string, text: string | RegExp][] = [
    ['/dashboard/till', /\$[1-9][\d,]*/],
    ['/dashboard/reports', /\$[1-9][\d,]*/],
    ['/dashboard/waitingList', 'A patient of the demo: please call them'],
    ['/dashboard/recalls', 'Teeth Cleaning'],
    ['/dashboard/attention', 'Its dentist no longer performs this treatment'],
    ['/dashboard/patients', '1 to 64 of 64'],
  ]
  for (const [path, text] of seen) {
    await page.goto(path)
    await expect.soft(page.locator('main').getByText(text).filter({ visible: true }).first(), path).toBeVisible()
    await shoot(page, `demo${path.replaceAll('/', '-')}`)
  }

  await page.goto('/dashboard/clinic')
  await page.getByRole('button', { name: 'Empty the demo' }).click()
  await expect(page.getByText('The demo is empty again').first()).toBeVisible()
  await page.goto('/dashboard/day')
  await expect(fill).toBeVisible()
  await context.close()
})

test('an admin sees what is missing before the clinic opens', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: server.url })
  const page = await context.newPage()
  await signInAs(page, server, await demoAdmin(server))
  await page.goto('/dashboard/day')
  await page.goto('/dashboard/setup')
  await expect(page.getByRole('heading', { name: 'Ready to open' })).toBeVisible()
  await expect(page.getByText(/\d+ things are missing before you open/)).toBeVisible()
  await expect(page.getByText('It is on: anyone can log in as the demo admin.')).toBeVisible()
  await shoot(page, 'ready')
  await axe(page)
  await page.getByRole('link', { name: 'Emails: Outside services' }).click()
  await expect(page.getByRole('heading', { name: 'Outside services' })).toBeVisible()
  await context.close()
})
