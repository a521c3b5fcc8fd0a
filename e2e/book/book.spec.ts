import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { addDays, clinicToday, formatMediumDate, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { axe } from '../support/axe.ts'
import { chooseDayOfNextMonth, openBooking } from '../support/calendar.ts'
import { signInAs, signUp } from '../support/people.ts'
import { test } from '../support/test.ts'

const clinicZone = 'America/New_York'
const first = '08.00 AM - 08.30 AM'
const second = '08.30 AM - 09.00 AM'

// Each test has a day of its own, so that the two widths and the other tests are not in its way.
let day = 0
test.beforeEach(() => {
  day += 1
})

test('a new patient signs up, books, and finds it under My Appointments, also after the server was restarted', async ({
  page,
  server,
}) => {
  await page.goto('/signup')
  await page.getByLabel('Name').fill('Ann Bell')
  await page.getByLabel('Email').fill(`ann-${randomUUID().slice(0, 8)}@clinic-patients.example`)
  await page.getByLabel('Password', { exact: true }).fill('secret1')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page).toHaveURL('/appointment')

  const date = await chooseDayOfNextMonth(page, day)
  const dialog = await openBooking(page, 'Teeth Cleaning')
  await expect(dialog.getByLabel('Date')).toHaveValue(date)
  await expect(dialog.getByLabel('Name')).toHaveValue('Ann Bell')
  await dialog.getByLabel('Time').selectOption(second)
  await dialog.getByLabel('Phone').fill('555 0142')
  await dialog.getByRole('button', { name: 'Submit' }).click()

  await expect(page.getByText(`Appointment is set, ${date} at ${second}`).first()).toBeVisible()
  await expect(dialog).toBeHidden()
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Teeth Cleaning' }) })
  await expect(card).toContainText('15 spaces available')

  await page.goto('/dashboard')
  const row = page.getByRole('row').filter({ hasText: 'Teeth Cleaning' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Appointments: 1')
  for (const text of ['Ann Bell', date, second]) await expect(row).toContainText(text)

  await server.restart()
  await page.reload()
  await expect(row).toContainText(date)
  await row.getByRole('link', { name: /^pay/ }).click()
  await expect(page).toHaveURL(/\/dashboard\/payment\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('main')).toContainText('Teeth Cleaning')
  await expect(page.getByRole('main')).toContainText('$59')
})

test('who already has that treatment that day is told so; what was said can be read until one signs out', {
  tag: '@any-width',
}, async ({ page, server, allowConsole }) => {
  allowConsole(/status of 409/)
  await page.clock.install()
  await signInAs(page, server, await signUp(server))
  await page.goto('/appointment')
  const date = await chooseDayOfNextMonth(page, day)
  const corner = page.getByRole('region', { name: 'New messages' })
  const politely = corner.getByRole('status')
  const atOnce = corner.getByRole('alert')
  // A screen reader has to know the regions before they say anything.
  await expect(politely).toBeEmpty()
  await expect(atOnce).toBeEmpty()
  await expect(page.getByRole('button', { name: /^Messages/ })).toHaveCount(0)
  const book = async () => {
    const dialog = await openBooking(page, 'Cavity Protection')
    await dialog.getByLabel('Phone').fill('1')
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(dialog).toBeHidden()
  }

  await book()
  const done = `Appointment is set, ${date} at ${first}`
  await expect(politely).toHaveText(done)
  await corner.hover()
  await page.clock.runFor(20_000)
  await expect(politely).toHaveText(done)
  await corner.getByRole('button').focus()
  await page.mouse.move(5, 5)
  await page.clock.runFor(20_000)
  await expect(politely).toHaveText(done)
  await page.getByRole('heading', { level: 1 }).click()
  await page.clock.runFor(4_900)
  await expect(politely).toHaveText(done)
  await page.clock.runFor(200)
  await expect(politely).toBeEmpty()

  await book()
  const refused = `Already have and appointment on ${date} at ${first}`
  await expect(atOnce).toHaveText(refused)

  await page.goto('/dashboard')
  await page.getByRole('link', { name: /^pay/ }).click()
  await expect(page.getByRole('heading', { name: 'Payment' })).toBeVisible()
  await page.getByRole('button', { name: 'Messages: 2' }).press('Enter')
  const log = page.getByRole('dialog', { name: 'Recent messages' })
  await expect(log).toBeFocused()
  await expect(log.getByRole('listitem')).toHaveText([
    new RegExp(`^${refused}Failed .*[AP]M$`),
    /^Appointment is set.*Done /,
  ])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Messages: 2' })).toBeFocused()

  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Appointment')
})

test('who loses the race for a slot is told so and sees it gone', async ({ page, server, browser, allowConsole }) => {
  allowConsole(/status of 409/)
  await signInAs(page, server, await signUp(server))
  await page.goto('/appointment')
  const date = await chooseDayOfNextMonth(page, day)
  const dialog = await openBooking(page, 'Pediatric Dental')
  await dialog.getByLabel('Phone').fill('1')

  const faster = await browser.newPage({ baseURL: server.url })
  await signInAs(faster, server, await signUp(server))
  await faster.goto('/appointment')
  await chooseDayOfNextMonth(faster, day)
  const theirs = await openBooking(faster, 'Pediatric Dental')
  await theirs.getByLabel('Phone').fill('2')
  await theirs.getByRole('button', { name: 'Submit' }).click()
  await expect(theirs).toBeHidden()
  await faster.close()

  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText(`Sorry, ${first} on ${date} has just been taken.`).first()).toBeVisible()
  await expect(dialog).toBeHidden()
  const again = await openBooking(page, 'Pediatric Dental')
  await expect(again.getByLabel('Time').getByRole('option').first()).toHaveText(second)
})

test('without a phone number the field says so', async ({ page, server }) => {
  await signInAs(page, server, await signUp(server))
  await page.goto('/appointment')
  await chooseDayOfNextMonth(page, day)
  const dialog = await openBooking(page, 'Oral Surgery')
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(dialog.getByText('Phone is Required')).toBeVisible()
  await expect(dialog.getByLabel('Phone')).toBeFocused()
})

for (const [failure, says] of [
  ['an error of the server', 'Something went wrong on our side.'],
  ['no network', 'could not be reached'],
] as const) {
  test(`after ${failure} the dialog closes, says so, and the next try has what was typed`, {
    tag: '@any-width',
  }, async ({ page, server, allowConsole }) => {
    allowConsole(/ERR_FAILED|status of 500/)
    await signInAs(page, server, await signUp(server))
    await page.goto('/appointment')
    const date = await chooseDayOfNextMonth(page, day)
    const dialog = await openBooking(page, 'Oral Surgery')
    await dialog.getByLabel('Time').selectOption(second)
    await dialog.getByLabel('Phone').fill('555')
    await page.route('**/booking', (route) =>
      failure === 'no network' ? route.abort() : route.fulfill({ status: 500, body: 'oops' }),
    )
    const refetched = page.waitForRequest(/\/available\?/)
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(dialog).toBeHidden()
    await refetched
    const toast = page.getByRole('alert')
    await expect(toast).toContainText(says)
    await expect(toast).toContainText('Your time and phone number are kept.')

    // The action is in the recent messages too, for anyone who missed it.
    await page.unroute('**/booking')
    if (failure === 'no network') {
      await page.getByRole('button', { name: 'Close this message' }).click()
      await page.getByRole('button', { name: 'Messages: 1' }).click()
    }
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
    await expect(dialog.getByLabel('Time')).toHaveValue(second)
    await expect(dialog.getByLabel('Phone')).toHaveValue('555')
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText(`Appointment is set, ${date} at ${second}`).first()).toBeVisible()
  })
}

test('a booking that works ends the message of one that failed', { tag: '@any-width' }, async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 500/)
  await signInAs(page, server, await signUp(server))
  await page.goto('/appointment')
  await chooseDayOfNextMonth(page, day + 1)
  await page.route('**/booking', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 })
  for (const outcome of ['Something went wrong', 'You’re booked: Pediatric Dental']) {
    const dialog = await openBooking(page, 'Pediatric Dental')
    await dialog.getByLabel('Phone').fill('555')
    await page.keyboard.press('Enter')
    await expect(page.getByText(outcome)).toBeVisible()
  }
  await expect(page.getByText('Appointment is set').first()).toBeVisible()
  await page.getByRole('button', { name: 'Messages: 2' }).click()
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
})

test('a refusal is told by its body, whatever its status', { tag: '@any-width' }, async ({ page, server }) => {
  await signInAs(page, server, await signUp(server))
  await page.goto('/appointment')
  const date = await chooseDayOfNextMonth(page, day)
  const json = { success: false, booking: { date, slot: first } }
  await page.route('**/booking', (route) => route.fulfill({ status: 200, json }))
  const dialog = await openBooking(page, 'Oral Surgery')
  await dialog.getByLabel('Phone').fill('555')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText(`Already have and appointment on ${date} at ${first}`)
  await expect(dialog).toBeHidden()
  await expect(page.getByText('You’re booked')).toHaveCount(0)
})

test('the dialog holds the focus and the page behind it, and gives the focus back, also after the last space', {
  tag: '@any-width',
}, async ({ page, server }) => {
  await page.route('**/available?*', async (route) => {
    const response = await route.fetch()
    const treatments: { slots: string[] }[] = await response.json()
    const json = treatments.map((treatment) => ({
      ...treatment,
      slots: treatment.slots.filter((slot) => slot === first),
    }))
    await route.fulfill({ response, json })
  })
  await signInAs(page, server, await signUp(server))
  await page.goto('/appointment')
  const date = await chooseDayOfNextMonth(page, day)
  const dialog = await openBooking(page, 'Teeth Orthodontics')
  await expect(dialog.getByLabel('Time')).toBeFocused()
  await expect(page.locator('html')).toHaveCSS('overflow-y', 'hidden')
  for (let stops = 0; stops < 12; stops += 1) {
    await page.keyboard.press('Tab')
    const behind = page.locator(':focus:not(dialog *, body)')
    await expect(behind, `after ${stops + 1} stops`).toHaveCount(0)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  const button = page.getByRole('button', { name: 'Book Appointment' }).first()
  await expect(button).toBeFocused()
  await expect(page.locator('html')).not.toHaveCSS('overflow-y', 'hidden')

  await page.keyboard.press('Enter')
  await dialog.getByLabel('Phone').fill('555')
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Appointment is set, ${date} at ${first}`)).toBeVisible()
  await expect(button).toBeDisabled()
  await expect(page.getByRole('region', { name: 'You’re booked: Teeth Orthodontics' })).toBeFocused()
})

const short = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'short', day: 'numeric', timeZone: 'UTC' })
const long = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' })

/** Leaves nothing free on `days`. */
async function fillDays(page: Page, days: IsoDate[]) {
  for (const taken of days) {
    await page.route(`**/available?date=${encodeURIComponent(formatMediumDate(taken))}`, async (route) => {
      const response = await route.fetch()
      const treatments: object[] = await response.json()
      await route.fulfill({ response, json: treatments.map((treatment) => ({ ...treatment, slots: [] })) })
    })
  }
}

test('a day with nothing free leads on to the next that has free times', async ({ page, server }) => {
  const empty = addDays(clinicToday(new Date(), clinicZone), 80)
  const free = addDays(empty, 3)
  const next = new Date(`${free}T12:00Z`)
  await fillDays(page, [empty, addDays(empty, 1), addDays(empty, 2)])
  await signInAs(page, server, await signUp(server))
  await page.goto(`/appointment?date=${empty}`)
  await expect(page.getByText('We’re fully booked this day.')).toBeVisible()
  await expect(page.getByText('Choose a treatment below.')).toBeHidden()
  const show = page.getByRole('button', { name: `Show ${short.format(next)}`, exact: true })
  await expect(show).toBeVisible()
  await axe(page)
  await show.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/appointment?date=${free}`)
  await expect(page.getByText('88 free times across 6 treatments')).toBeVisible()
  await expect(page.getByText('Choose a treatment below.')).toBeVisible()
  await expect(page.getByText(long.format(next), { exact: true })).toBeFocused()
})

test('after hours the page opens on today and offers the next day', { tag: '@any-width' }, async ({ page, server }) => {
  const today = clinicToday(new Date(), clinicZone)
  const evening = new Date(`${today}T20:30-05:00`)
  await page.clock.setFixedTime(evening)
  await fillDays(page, [today])
  await signInAs(page, server, await signUp(server))
  await page.goto('/appointment')
  await expect(
    page.getByRole('heading', { name: `Available Appointments on ${formatMediumDate(today)}` }),
  ).toBeVisible()
  await expect(page.getByText('We’ve closed for today.')).toBeVisible()
  await page.getByRole('button', { name: `Show ${short.format(new Date(`${addDays(today, 1)}T12:00Z`))}` }).click()
  await expect(page).toHaveURL(`/appointment?date=${addDays(today, 1)}`)
})
