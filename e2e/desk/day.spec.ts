import { expect, type Page } from '@playwright/test'
import { addDays, clinicToday, formatMediumDate, parseMediumDate } from '#contract/kit/time/clinic-date.ts'
import { axe } from '../support/axe.ts'
import { book } from '../support/bookings.ts'
import { appointmentOf, callDesk, patientOfToday } from '../support/desk.ts'
import { demoAdmin, openMenu, signInAs, signUp } from '../support/people.ts'
import { test } from '../support/test.ts'

const dayAt = (page: Page, date: string) => page.goto(`/dashboard/day?date=${parseMediumDate(date)}`)
const panel = (page: Page, name: string) => page.getByRole('dialog', { name })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test.beforeEach(async ({ page, server }) => signInAs(page, server, await demoAdmin(server)))

test('staff mark who arrived, was treated or did not come, and undo it', async ({ page, server }) => {
  const { name } = await patientOfToday(server, 'Maren Dahl')
  await page.goto('/dashboard/day')
  await appointmentOf(page, name).click()
  const dialog = panel(page, name)
  await expect(dialog.getByRole('link', { name: '212 555 0142' })).toHaveAttribute('href', 'tel:2125550142')
  await dialog.getByRole('button', { name: 'Arrived' }).click()
  await expect(dialog.getByRole('button', { name: 'Back to booked' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog.getByRole('button', { name: 'No-show' })).toHaveCount(0)
  await axe(page)
  await page.keyboard.press('Escape')
  await expect(appointmentOf(page, name)).toBeFocused()
  await undoFromMessages(page)
  await expect(page.getByText(`${name}: Arrived`).last()).toBeVisible()

  await appointmentOf(page, name).click()
  await dialog.getByRole('button', { name: 'No-show' }).click()
  await expect(dialog.getByRole('button', { name: 'Back to booked' })).toBeVisible()
  await page.keyboard.press('Escape')
  await undoFromMessages(page)
  await expect(page.getByText(`${name}: Booked`).last()).toBeVisible()
})

test('the list marks with one press, and searches', async ({ page, server }) => {
  const { name } = await patientOfToday(server, 'Ottilie Brandvold')
  const other = await patientOfToday(server, 'Jens Aagaard')
  await page.goto('/dashboard/day?view=list')
  await page.getByRole('button', { name: `Arrived: ${name}, 12:00 AM` }).click()
  await page.getByRole('button', { name: `Done: ${name}, 12:00 AM` }).click()
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('Done')
  await page.getByLabel('Filter this day').fill('otti')
  await expect(appointmentOf(page, other.name)).toHaveCount(0)
  await expect(appointmentOf(page, name)).toBeVisible()
  await page.getByLabel('Filter this day').fill('nobody')
  await expect(page.getByText('Nobody of this day matches “nobody”.')).toBeVisible()
})

test('what another desk has marked meanwhile is said, and shown', { tag: '@any-width' }, async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 409/)
  const { name, id } = await patientOfToday(server, 'Ylva Strand')
  await page.goto('/dashboard/day')
  await appointmentOf(page, name).click()
  const dialog = panel(page, name)
  // The event about the other desk's change arrives too late.
  await page.route(`**/desk/appointments/${id}/status`, async (route) => {
    await callDesk(server, 'PATCH', `/desk/appointments/${id}/status`, { status: 'no-show', from: 'booked' })
    await route.continue()
  })
  await dialog.getByRole('button', { name: 'Arrived' }).click()
  await expect(page.getByText(/Somebody else has changed this appointment meanwhile/).first()).toBeVisible()
  await expect(dialog.getByText('No-show', { exact: true }).first()).toBeVisible()
})

test('a note is kept, and patients don’t see it', { tag: '@any-width' }, async ({ page, server }) => {
  const person = await signUp(server, 'Solveig Moe')
  const { date } = await book(server, person)
  await dayAt(page, date)
  await appointmentOf(page, person.name).click()
  const dialog = panel(page, person.name)
  await dialog.getByLabel('Note').fill('Needs an interpreter')
  await dialog.getByRole('button', { name: 'Save the note' }).click()
  await expect(page.getByText(`The note about ${person.name} is saved`)).toBeAttached()
  await page.reload()
  await appointmentOf(page, person.name).click()
  await expect(dialog.getByLabel('Note')).toHaveValue('Needs an interpreter')
})

test('staff move an appointment by dialog, to an offered time and in spite of the rules', async ({ page, server }) => {
  const person = await signUp(server, 'Bodil Krogh')
  const { date } = await book(server, person)
  await dayAt(page, date)
  await appointmentOf(page, person.name).click()
  await press(page, 'Move')
  const dialog = page.getByRole('dialog', { name: `Move the appointment of ${person.name}` })
  await dialog.getByLabel('Time').selectOption('10.30 AM - 11.00 AM')
  await axe(page)
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(page.getByText('is at 10:30 to 11:00 AM').first()).toBeVisible()
  await expect(appointmentOf(page, person.name)).toBeFocused()

  await page.keyboard.press('Enter')
  await press(page, 'Move')
  await press(page, 'Choose a time that is not offered')
  const anyway = page.getByRole('dialog', { name: `Move the appointment of ${person.name} anyway` })
  await anyway.getByLabel('Time').fill('18:10')
  await anyway.getByRole('button', { name: 'Override and move' }).click()
  await expect(anyway.getByText('Say why')).toBeVisible()
  await anyway.getByLabel('Why it may break the rules').fill('The dentist agreed')
  await anyway.getByRole('button', { name: 'Override and move' }).click()
  await expect(page.getByText('is at 6:10 to 6:40 PM').first()).toBeVisible()
})

test('a patient’s new booking appears without a reload, marked as new', { tag: '@any-width' }, async ({
  page,
  server,
}) => {
  const first = await signUp(server, 'Ragna Vik')
  const { date } = await book(server, first)
  const next = formatMediumDate(addDays(parseMediumDate(date) ?? '2026-01-01', 1))
  await dayAt(page, next)
  await expect(page.getByText('New bookings appear here by themselves.').first()).toBeVisible()
  const second = await signUp(server, 'Torvald Lie')
  expect((await book(server, second)).date).toBe(next)
  await expect(appointmentOf(page, second.name)).toBeVisible()
  await expect(page.getByText('Added', { exact: true }).filter({ visible: true }).first()).toBeVisible()
})

test('while the stream of changes is lost, the page says so', { tag: '@any-width' }, async ({ page, allowConsole }) => {
  allowConsole(/ERR_FAILED/)
  await page.route('**/desk/events', (route) => route.abort())
  await page.goto('/dashboard/day')
  await expect(page.getByText('Live updates are off; the day is fetched every minute.')).toBeVisible()
  await page.unroute('**/desk/events')
  await expect(page.getByText('Live updates are off')).toHaveCount(0)
})

test('a day that can’t be loaded says so, and tries again', { tag: '@any-width' }, async ({ page, allowConsole }) => {
  allowConsole(/status of 500|ERR_FAILED/)
  // The page fetches the day again whenever the stream of changes opens.
  await page.route('**/desk/events', (route) => route.abort())
  await page.route('**/desk/day?*', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/dashboard/day')
  await expect(page.getByRole('alert').filter({ hasText: 'The day could not be loaded.' })).toBeVisible()
  await page.unroute('**/desk/day?*')
  await press(page, 'Try again')
  await expect(page.getByText(/^(No|\d+) appointment/).first()).toBeVisible()
})

test('on paper the day is a plain table for each dentist', { tag: '@any-width' }, async ({ page, server }) => {
  const person = await signUp(server, 'Gerda Holt')
  const { date } = await book(server, person)
  await dayAt(page, date)
  await expect(appointmentOf(page, person.name)).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  const row = page.getByRole('row').filter({ hasText: person.name })
  await expect(row).toBeVisible()
  await expect(row).toContainText('212 555 0142')
  await expect(row).toContainText('8:00 to 8:30 AM')
  await expect(row).toContainText('$59')
  await expect(page.getByRole('heading', { level: 2, name: '(1)' })).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(page.getByLabel('Appointments by dentist')).toBeHidden()
})

test('a patient who opens the address is sent to the login', { tag: '@any-width' }, async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 40[13]/)
  await page.context().clearCookies()
  await signInAs(page, server, await signUp(server))
  await page.goto('/dashboard/day')
  await expect(page).toHaveURL(/\/login/)
})

test('an admin has the day first in the menus', async ({ page }) => {
  await page.goto('/dashboard')
  const today = clinicToday(new Date(), 'America/New_York')
  await openMenu(page)
  const first = page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link').first()
  await expect(first).toHaveText('Today')
  await first.click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(String(Number(today.slice(-2))))
})

/** Undoes the last step in the recent messages: the message itself is gone after five seconds. */
async function undoFromMessages(page: Page) {
  await page.getByRole('button', { name: /^Notifications: / }).click()
  const messages = page.getByRole('dialog', { name: 'Recent notifications' })
  await messages.getByRole('button', { name: 'Undo' }).click()
  await page.keyboard.press('Escape')
  await expect(messages).toBeHidden()
}
