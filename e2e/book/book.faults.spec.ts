import { expect } from '@playwright/test'
import { chooseDayOfNextMonth, openBooking } from '../support/calendar.ts'
import { signInAs, signUp } from '../support/people.ts'
import { test } from '../support/test.ts'

const first = '08.00 AM - 08.30 AM'
const second = '08.30 AM - 09.00 AM'

// Each test has a day of its own, so that other tests, those of book.spec.ts too, are not in its way.
let day = 14
test.beforeEach(() => {
  day += 1
})

for (const [failure, says] of [
  ['an error of the server', 'Something went wrong on our side.'],
  ['no network', 'couldn’t confirm your booking. Check My Appointments before trying again.'],
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
    await dialog.getByLabel('Phone').fill('212 555 0142')
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
    await expect(dialog.getByLabel('Phone')).toHaveValue('212 555 0142')
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
    await dialog.getByLabel('Phone').fill('212 555 0142')
    await page.keyboard.press('Enter')
    await expect(page.getByText(outcome)).toBeVisible()
  }
  await expect(page.getByText('Appointment is set').first()).toBeVisible()
  await page.getByRole('button', { name: 'Messages: 2' }).click()
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
})

test('the page recognizes a refusal by its body, whatever its status', { tag: '@any-width' }, async ({
  page,
  server,
}) => {
  await signInAs(page, server, await signUp(server))
  await page.goto('/appointment')
  const date = await chooseDayOfNextMonth(page, day)
  const json = { success: false, booking: { date, slot: first } }
  await page.route('**/booking', (route) => route.fulfill({ status: 200, json }))
  const dialog = await openBooking(page, 'Oral Surgery')
  await dialog.getByLabel('Phone').fill('212 555 0142')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText(`Already have and appointment on ${date} at ${first}`)
  await expect(dialog).toBeHidden()
  await expect(page.getByText('You’re booked')).toHaveCount(0)
})
