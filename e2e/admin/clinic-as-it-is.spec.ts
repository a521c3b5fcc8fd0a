import { expect, type Page } from '@playwright/test'
import {
  addDays,
  clinicToday,
  formatMediumDate,
  type IsoDate,
  isoWeekday,
  parseMediumDate,
} from '#contract/kit/time/clinic-date.ts'
import { type Server, startServer } from '#server/testing/server-process.ts'
import { axe } from '../support/axe.ts'
import { book } from '../support/bookings.ts'
import { demoAdmin, signInAs, signUp } from '../support/people.ts'
import { shoot } from '../support/shots.ts'
import { test } from '../support/test.ts'

let server: Server
test.beforeAll(async () => {
  server = await startServer({ pages: true, databaseServer: process.env.E2E_DATABASE_URL, env: { DEMO: 'on' } })
})
test.afterAll(() => server?.stop())

const said = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible()
const today = clinicToday(new Date(), 'America/New_York')
/** A Monday ahead, and the one of the week after, of which one is in a week A. */
const monday: IsoDate = addDays(today, 8 - isoWeekday(today))

test.beforeEach(async ({ page }) => {
  await page.goto(server.url)
  await signInAs(page, server, await demoAdmin(server))
})
const open = (page: Page, path: string) => page.goto(`${server.url}${path}`)

test('a chair for one treatment moves the appointments of others, and the pages say what has no chair', {
  tag: '@any-width',
}, async ({ page }) => {
  await open(page, '/dashboard/chairs')
  for (const name of ['Window', 'Theatre']) {
    await page.getByRole('button', { name: 'Add a chair' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a chair' })
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await said(page, `${name} is added`)
  }
  await book(server, await signUp(server, 'Ada Lindqvist'))
  await page.getByRole('button', { name: 'Edit Theatre' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Theatre' })
  await dialog.getByRole('radio', { name: 'Only for these' }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await said(page, 'Choose at least one treatment, or all treatments')
  await dialog.getByRole('checkbox', { name: 'Oral Surgery' }).check()
  await shoot(page, 'chair-dialog')
  await axe(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  const question = page.getByRole('dialog', { name: 'Save Theatre?' })
  await expect(question).toContainText('1 appointment keeps its time with another dentist or chair.')
  await question.getByRole('button', { name: 'Save', exact: true }).click()
  await said(page, 'For Oral Surgery')

  await page.getByRole('button', { name: 'Take out of use Window' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Take out of use' }).click()
  await said(page, /^No chair in use is for .*, so nobody can book them\.$/)
  await shoot(page, 'chairs')
  await axe(page)
  await open(page, '/dashboard/treatments')
  await expect(page.getByText('Can’t be booked: no chair in use is for it')).toHaveCount(8)
  await open(page, '/dashboard/chairs')
  await page.getByRole('button', { name: 'Take out of use Theatre' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Take out of use' }).click()
  await expect(page.getByText('No chair in use is for')).toHaveCount(0)
})

test('a treatment has a color, which its appointments have in the day and in the week', { tag: '@any-width' }, async ({
  page,
}) => {
  const person = await signUp(server, 'Embla Rud')
  const { date } = await book(server, person)
  await open(page, '/dashboard/treatments')
  await page.getByRole('button', { name: 'Edit Teeth Cleaning' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Teeth Cleaning' })
  await dialog.getByRole('radio', { name: 'Teal' }).check()
  await shoot(page, 'treatment-dialog')
  await axe(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await said(page, 'Teeth Cleaning is saved')
  await open(page, `/dashboard/day?date=${parseMediumDate(date)}`)
  await said(page, person.name)
  await expect(page.locator('button[data-treatment-color="teal"]').first()).toBeAttached()
  await shoot(page, 'day-with-colors')
})

test('an admin closes online booking, patients are asked to call, and the desk books on', {
  tag: '@any-width',
}, async ({ page, browser }) => {
  const person = await signUp(server, 'Liv Dahl')
  await book(server, person)
  const context = await browser.newContext({ baseURL: server.url })
  const patient = await context.newPage()
  await signInAs(patient, server, person)
  await open(page, '/dashboard/openingHours')
  await page.getByRole('button', { name: 'Close online booking' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close online booking' }).click()
  await said(page, 'Online booking is closed: public pages ask patients to call. Staff book as always.')
  await shoot(page, 'online-closed')
  await axe(page)

  await patient.goto('/appointment')
  await said(patient, 'Online booking isn’t open')
  await shoot(patient, 'appointment-closed')
  await axe(patient)
  await patient.goto('/dashboard')
  await said(patient, 'Teeth Cleaning')
  await expect(patient.getByRole('button', { name: /^Cancel/ }).first()).toBeVisible()
  await expect(patient.getByRole('button', { name: /^Move/ })).toHaveCount(0)
  await said(patient, /To move it, call/)
  await shoot(patient, 'appointments-closed')
  await context.close()

  await open(page, '/dashboard/openingHours')
  await page.getByRole('button', { name: 'Open online booking' }).click()
  await said(page, 'Online booking is open: patients see free times, book and move their appointments.')
})

// The last one: the dentist has days off from then on.
test('a dentist works two weeks in turn, and the page says which one this week is', { tag: '@any-width' }, async ({
  page,
}) => {
  await open(page, '/dashboard/manageDoctor')
  await page.getByRole('link', { name: /^Edit/ }).first().click()
  await page.getByRole('radio', { name: 'At these hours, while the clinic is open' }).check()
  await page.getByRole('radio', { name: 'Two weeks in turn' }).check()
  await said(page, /^This week is week [AB] \(.+ to .+\)\.$/)
  const weekB = page.getByRole('region', { name: 'Week B' })
  for (const _period of [1, 2]) await weekB.getByRole('button', { name: 'Remove these hours of Monday' }).last().click()
  await shoot(page, 'two-weeks')
  await axe(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const name = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  // Another test's appointment may be on such a Monday.
  const change = page.getByRole('dialog').getByRole('button', { name: 'Change', exact: true })
  await change
    .or(page.getByText(`${name} is saved`))
    .first()
    .waitFor()
  if (await change.isVisible()) await change.click()
  await said(page, `${name} is saved`)
  const isAtWork: boolean[] = []
  for (const date of [monday, addDays(monday, 7)]) {
    const isOfThatDay = (url: URL) =>
      url.pathname === '/desk/day' && url.searchParams.get('date') === formatMediumDate(date)
    const answer = page
      .waitForResponse((response) => isOfThatDay(new URL(response.url())))
      .then((response) => response.json())
    await open(page, `/dashboard/day?date=${date}`)
    const { doctors } = await answer
    isAtWork.push(doctors.find((each: { name: string }) => each.name === name).hours.length > 0)
  }
  expect(isAtWork.toSorted()).toEqual([false, true])
})
