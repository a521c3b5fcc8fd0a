import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { chooseDayOfNextMonth, openBooking } from './support/calendar.ts'
import { signedIn, signUp } from './support/people.ts'
import { test } from './support/test.ts'

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

test('who already has that treatment that day is told so', async ({ page, server, allowConsole }) => {
  allowConsole(/status of 409/)
  await signedIn(page, server, await signUp(server))
  await page.goto('/appointment')
  const date = await chooseDayOfNextMonth(page, day)
  const book = async () => {
    const dialog = await openBooking(page, 'Cavity Protection')
    await dialog.getByLabel('Phone').fill('1')
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(dialog).toBeHidden()
  }
  await book()
  await expect(page.getByText(`Appointment is set, ${date} at ${first}`).first()).toBeVisible()
  await book()
  await expect(page.getByText(`Already have and appointment on ${date} at ${first}`).first()).toBeVisible()
})

test('who loses the race for a slot is told so and sees it gone', async ({ page, server, browser, allowConsole }) => {
  allowConsole(/status of 409/)
  await signedIn(page, server, await signUp(server))
  await page.goto('/appointment')
  const date = await chooseDayOfNextMonth(page, day)
  const dialog = await openBooking(page, 'Pediatric Dental')
  await dialog.getByLabel('Phone').fill('1')

  const faster = await browser.newPage({ baseURL: server.url })
  await signedIn(faster, server, await signUp(server))
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

test('without a phone number the field says so; without a network nothing that was typed is lost', async ({
  page,
  server,
  context,
  allowConsole,
}) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED/)
  await signedIn(page, server, await signUp(server))
  await page.goto('/appointment')
  const date = await chooseDayOfNextMonth(page, day)
  const dialog = await openBooking(page, 'Oral Surgery')
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(dialog.getByText('Phone is Required')).toBeVisible()
  await expect(dialog.getByLabel('Phone')).toBeFocused()

  await dialog.getByLabel('Phone').fill('555')
  await context.setOffline(true)
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(dialog.getByText('could not be reached')).toBeVisible()
  await expect(dialog.getByLabel('Phone')).toHaveValue('555')
  await context.setOffline(false)
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText(`Appointment is set, ${date} at ${first}`).first()).toBeVisible()
})

test('the dialog is opened, left and booked in by keyboard alone', async ({ page, server }) => {
  await signedIn(page, server, await signUp(server))
  await page.goto('/appointment')
  const date = await chooseDayOfNextMonth(page, day)
  const dialog = await openBooking(page, 'Teeth Orthodontics')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Book Appointment' }).first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Time')).toBeFocused()
  await dialog.getByLabel('Phone').focus()
  await page.keyboard.type('555')
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Appointment is set, ${date} at ${first}`).first()).toBeVisible()
})
