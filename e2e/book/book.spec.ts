import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { chooseDayOfNextMonth, openBooking } from '../support/calendar.ts'
import { fact } from '../support/fact.ts'
import { signInAs, signUp } from '../support/people.ts'
import { test } from '../support/test.ts'

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
  allowConsole,
}) => {
  // The server restarts while the page may still load the code of its dialogs.
  allowConsole(/ERR_CONNECTION|status of 503/)
  await page.goto('/signup')
  await page.getByLabel('Name').fill('Ann Bell')
  await page.getByLabel('Email').fill(`ann-${randomUUID().slice(0, 8)}@clinic-patients.example`)
  await page.getByLabel('Password', { exact: true }).fill('secret1')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page).toHaveURL('/appointment')

  const date = await chooseDayOfNextMonth(page, day)
  const dialog = await openBooking(page, 'Teeth Cleaning')
  await expect(fact(dialog, 'Date')).toHaveText(date)
  await expect(fact(dialog, 'Name')).toHaveText('Ann Bell')
  await dialog.getByLabel('Time').selectOption(second)
  await dialog.getByLabel('Phone').fill('212 555 0142')
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
  // The page does not know the first booking, as if it were made in another tab meanwhile.
  const list = /\/booking\?patient=/
  await page.route(list, (route) => route.fulfill({ json: [] }))
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
    await dialog.getByLabel('Phone').fill('212 555 0101')
    // From here on time passes only where the test says so, and no message ends before it is read.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000)
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

  await page.clock.resume()
  await book()
  const refused = `Already have and appointment on ${date} at ${first}`
  await expect(atOnce).toHaveText(refused)
  await page.clock.resume()

  await page.unroute(list)
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
  // From the payment page this is another document.
  await expect(page).toHaveTitle(/^Your New Smile Starts Here/)
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Appointment')
})

test('who loses the race for a slot is told so and sees it gone', { tag: '@any-width' }, async ({
  page,
  server,
  browser,
  allowConsole,
}) => {
  allowConsole(/status of 409/)
  await signInAs(page, server, await signUp(server))
  await page.goto('/appointment')
  const date = await chooseDayOfNextMonth(page, day)
  const dialog = await openBooking(page, 'Pediatric Dental')
  await dialog.getByLabel('Phone').fill('212 555 0101')

  const faster = await browser.newPage({ baseURL: server.url })
  await signInAs(faster, server, await signUp(server))
  await faster.goto('/appointment')
  await chooseDayOfNextMonth(faster, day)
  const theirs = await openBooking(faster, 'Pediatric Dental')
  await theirs.getByLabel('Phone').fill('212 555 0102')
  await theirs.getByRole('button', { name: 'Submit' }).click()
  await expect(theirs).toBeHidden()
  await faster.close()

  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText(`Sorry, ${first} on ${date} has just been taken.`).first()).toBeVisible()
  await expect(dialog).toBeHidden()
  const again = await openBooking(page, 'Pediatric Dental')
  await expect(again.getByLabel('Time').getByRole('option').first()).toHaveText(second)
})

test('without a phone number the field says so', { tag: '@any-width' }, async ({ page, server }) => {
  await signInAs(page, server, await signUp(server))
  await page.goto('/appointment')
  await chooseDayOfNextMonth(page, day)
  const dialog = await openBooking(page, 'Oral Surgery')
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(dialog.getByText('Phone is Required')).toBeVisible()
  await expect(dialog.getByLabel('Phone')).toBeFocused()
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
  await dialog.getByLabel('Phone').fill('212 555 0142')
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Appointment is set, ${date} at ${first}`)).toBeVisible()
  await expect(page.getByRole('region', { name: 'You’re booked: Teeth Orthodontics' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Book Appointment Teeth Orthodontics' })).toBeDisabled()
})
