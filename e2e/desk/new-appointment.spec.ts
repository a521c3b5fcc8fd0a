import { randomUUID } from 'node:crypto'
import { expect, type Locator, type Page } from '@playwright/test'
import { addDays, clinicToday, formatMediumDate, parseMediumDate } from '#contract/kit/time/clinic-date.ts'
import { showPeriod } from '#contract/kit/time/shown-period.ts'
import { mailsTo } from '#server/testing/outside/outbox.ts'
import type { Server } from '#server/testing/server-process.ts'
import { us } from '#testbed/us.ts'
import { axe } from '../support/axe.ts'
import { book } from '../support/bookings.ts'
import { appointmentOf, callDesk } from '../support/desk.ts'
import { demoAdmin, signInAs, signUp } from '../support/people.ts'
import { shoot } from '../support/shots.ts'
import { test } from '../support/test.ts'

const today = clinicToday(new Date(), 'America/New_York')
// Later days than other journeys book.
let daysAhead = 200
const freshDay = () => {
  daysAhead += 1
  return addDays(today, daysAhead)
}

/** Opens the dialog as an admin, on the page of the day. */
async function openDialog(page: Page, server: Server) {
  await signInAs(page, server, await demoAdmin(server))
  await page.goto('/dashboard/day')
  await page.getByRole('button', { name: 'New appointment' }).click()
  const dialog = page.getByRole('dialog', { name: 'New appointment' })
  await expect(dialog.getByRole('combobox', { name: 'Patient' })).toBeFocused()
  return dialog
}

const optionsIn = (dialog: Locator) => dialog.getByRole('listbox', { name: 'Patients' }).getByRole('option')

test('staff find a patient by keyboard, and book the first free time of a day', async ({ page, server }) => {
  const name = `Greta ${randomUUID().slice(0, 8)}`
  const person = await signUp(server, name)
  const booked = await book(server, person)
  const dialog = await openDialog(page, server)
  await axe(page)
  await page.keyboard.type(name.toLowerCase())
  const options = optionsIn(dialog)
  await expect(options).toHaveText([new RegExp(`${name}.*555 0142 · ${person.email}`), 'New patient'])
  await axe(page)
  await page.keyboard.press('ArrowDown')
  await expect(options.last()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Escape')
  await expect(options.first()).toBeHidden()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(`Next: ${booked.date}, ${showPeriod(booked.slot, us)}, Teeth Cleaning`)).toBeVisible()
  await expect(dialog.getByLabel('Phone')).toHaveValue('212 555 0142')
  await expect(dialog.getByLabel('Phone')).toBeFocused()

  const day = freshDay()
  await dialog.getByLabel('Treatment').selectOption({ label: 'Oral Surgery · 30 min · $149' })
  await dialog.getByLabel('Day').fill(day)
  await expect(dialog.getByLabel('Time', { exact: true })).toHaveValue('08.00 AM - 08.30 AM')
  await axe(page)
  await dialog.getByRole('button', { name: 'Book' }).click()
  const done = page.getByRole('dialog', { name: 'Booked' })
  await expect(done.getByText(`Booked for ${name}, 8:00 to 8:30 AM`)).toBeVisible()
  await expect(done.getByText('This is a demo: no emails are sent.')).toBeVisible()
  await axe(page)
  await expect(done.getByRole('button', { name: 'Done' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(done).toBeHidden()
  await expect(page.getByRole('button', { name: 'New appointment' })).toBeFocused()
})

test('staff add a patient without email, and book outside the rules', async ({ page, server }) => {
  const name = `Hugo ${randomUUID().slice(0, 8)}`
  const dialog = await openDialog(page, server)
  await page.keyboard.type(name)
  await expect(dialog.getByText('Nobody found')).toBeAttached()
  await expect(optionsIn(dialog)).toHaveText(['New patient'])
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Name')).toHaveValue(name)
  // The name is there already.
  await expect(dialog.getByLabel('Phone')).toBeFocused()
  await dialog.getByRole('button', { name: 'Book' }).click()
  await expect(dialog.getByText('Phone is Required')).toBeVisible()
  await expect(dialog.getByText('Choose a treatment', { exact: true }).last()).toBeVisible()
  await dialog.getByLabel('Phone').fill('212 555 0199')
  await dialog.getByLabel('Treatment').selectOption({ label: 'Teeth Cleaning · 30 min · $59' })
  const day = freshDay()
  await dialog.getByLabel('Day').fill(day)
  await dialog.getByLabel('Book outside the rules').check()
  await dialog.getByLabel('Start').fill('19:15')
  await axe(page)
  await dialog.getByRole('button', { name: 'Book' }).click()
  await expect(dialog.getByText('Say why')).toBeVisible()
  await expect(dialog.getByText('Choose the dentist who takes it')).toBeVisible()
  const dentist = dialog.getByLabel('Dentist')
  await expect(dentist).toBeFocused()
  await expect(dentist.getByRole('option', { name: 'Any dentist' })).toHaveCount(0)
  await axe(page)
  await shoot(page, 'override-dentist')
  await dentist.selectOption({ index: 1 })
  await dialog.getByLabel('Why it may break the rules').fill('Pain, squeezed in')
  await dialog.getByRole('button', { name: 'Book' }).click()
  const done = page.getByRole('dialog', { name: 'Booked' })
  await expect(done.getByText(`Booked for ${name}, 7:15 to 7:45 PM`)).toBeVisible()
  await expect(done).toContainText('No email: no message follows, so tell the patient now.')
  await done.getByRole('button', { name: 'Done' }).click()

  await page.goto(`/dashboard/patients?search=${name.split(' ')[1]}`)
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('No email')

  await page.goto(`/dashboard/day?date=${day}`)
  await appointmentOf(page, name).click()
  const panel = page.getByRole('dialog', { name })
  await expect(panel).toContainText('No email: call instead')
  await expect(panel.getByRole('link', { name: '212 555 0199' })).toHaveAttribute('href', 'tel:2125550199')
  await expect(panel.locator('a[href^="mailto:"]')).toHaveCount(0)
  await panel.getByRole('button', { name: 'Cancel' }).click()
  const question = page.getByRole('dialog', { name: `Cancel the appointment of ${name}?` })
  await expectCall(question)
  await axe(page)
  await question.getByRole('button', { name: 'Cancel the appointment' }).click()
  const told = page.getByText(/is cancelled\. No email: call 212 555 0199 to tell the patient\./).first()
  await expect(told).toBeVisible()
})

test('a second appointment of a treatment on one day is refused, and booked with a note', {
  tag: '@any-width',
}, async ({ page, server, allowConsole }) => {
  allowConsole(/409/)
  const person = await signUp(server, `Kira ${randomUUID().slice(0, 8)}`)
  const { date } = await book(server, person)
  const dialog = await openDialog(page, server)
  await page.keyboard.type(person.name)
  await optionsIn(dialog).filter({ hasText: person.email }).click()
  await dialog.getByLabel('Treatment').selectOption({ label: 'Teeth Cleaning · 30 min · $59' })
  await dialog.getByLabel('Day').fill(parseMediumDate(date) ?? '')
  await dialog.getByLabel('Time', { exact: true }).selectOption('10.00 AM - 10.30 AM')
  await dialog.getByRole('button', { name: 'Book' }).click()
  const note = dialog.getByLabel('Why it may break the rules')
  await expect(note).toBeFocused()
  await expect(dialog.getByText(`${person.name} already has an appointment`)).toBeVisible()
  await expect(dialog.getByLabel('Start')).toHaveValue('10:00')
  await axe(page)
  await shoot(page, 'second-that-day')
  await note.fill('Two sessions')
  await dialog.getByLabel('Dentist').selectOption({ index: 1 })
  await dialog.getByRole('button', { name: 'Book' }).click()
  await expect(page.getByText(`Booked for ${person.name}, 10:00 to 10:30 AM`)).toBeVisible()
})

/** Expects that a dialog asks to call a patient without email. */
async function expectCall(dialog: Locator) {
  await expect(dialog).toContainText('No email: call 212 555 0199')
  await expect(dialog.getByRole('link', { name: '212 555 0199' })).toHaveAttribute('href', 'tel:2125550199')
}

test('the email of a new patient that another has leads to that patient', {
  tag: '@any-width',
}, async ({ page, server, allowConsole }) => {
  allowConsole(/409/)
  const person = await signUp(server, 'Ines Iversen')
  const dialog = await openDialog(page, server)
  await page.keyboard.type('212 555 0177')
  await expect(optionsIn(dialog).last()).toHaveText('New patient')
  await optionsIn(dialog).last().click()
  await expect(dialog.getByLabel('Phone')).toHaveValue('212 555 0177')
  await dialog.getByLabel('Name').fill('Ines')
  await dialog.getByLabel('Email').fill(person.email)
  await dialog.getByLabel('Treatment').selectOption({ label: 'Teeth Cleaning · 30 min · $59' })
  await dialog.getByLabel('Day').fill(freshDay())
  await expect(dialog.getByLabel('Time', { exact: true })).toHaveValue(/AM/)
  await dialog.getByRole('button', { name: 'Book' }).click()
  await expect(dialog.getByText('Ines Iversen is probably the same person.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Use this one Ines Iversen' }).click()
  await dialog.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(page.getByText('Booked for Ines Iversen')).toBeVisible()
})

test('a lost answer and a second press make one appointment, and a new patient sets a password by email', {
  tag: '@any-width',
}, async ({ page, server, allowConsole }) => {
  allowConsole(/Failed to load/)
  const email = `${randomUUID()}@example.org`
  const dialog = await openDialog(page, server)
  await page.keyboard.type('Jonas')
  await dialog.getByRole('option', { name: 'New patient' }).click()
  await dialog.getByLabel('Name').fill('Jonas Jung')
  await dialog.getByLabel('Phone').fill('212 555 0166')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Treatment').selectOption({ label: 'Teeth Cleaning · 30 min · $59' })
  const day = freshDay()
  await dialog.getByLabel('Day').fill(day)
  await expect(dialog.getByLabel('Time', { exact: true })).toHaveValue(/AM/)
  await page.route('**/desk/appointments', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await dialog.getByRole('button', { name: 'Book' }).click()
  await expect(dialog.getByText('could not be reached')).toBeVisible()
  await page.unroute('**/desk/appointments')
  await dialog.getByRole('button', { name: 'Book' }).click()
  await expect(page.getByText('Booked for Jonas Jung')).toBeVisible()
  await expect(page.getByText('Jonas Jung was added to the patients.')).toBeVisible()
  const free = await fetch(`${server.url}/available?date=${encodeURIComponent(formatMediumDate(day))}`)
  const slots: { name: string; slots: string[] }[] = await free.json()
  expect(slots.find(({ name }) => name === 'Teeth Cleaning')?.slots).toHaveLength(15)

  const [{ _id: id }] = await callDesk(server, 'GET', `/desk/patients?search=${encodeURIComponent(email)}`)
  const claim = async () =>
    (await mailsTo(server.dataDir, email)).find(({ subject }) => subject === 'See your appointments online')?.text ?? ''
  await expect.poll(claim).toContain('/claim-account')
  const [link = ''] = /https?:\/\/\S+claim-account\S+/.exec(await claim()) ?? []
  await page.context().clearCookies()
  await page.goto(link)
  await page.getByLabel('Password', { exact: true }).fill('a sound passphrase')
  await page.getByRole('button', { name: 'Make my account' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account is ready')
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('a sound passphrase')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).not.toHaveURL(/login/)
  // Nobody has told the clinic a birth date, so a code of the desk opens the record.
  const { code } = await callDesk(server, 'POST', `/desk/patients/${id}/code`)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Open it in My Account' }).click()
  await page.getByRole('button', { name: 'Open the record' }).click()
  await page.getByRole('button', { name: 'I have a code from the desk' }).click()
  await page.getByLabel('Code from our desk').fill(code)
  await page.getByRole('button', { name: 'Open the record' }).click()
  await expect(page.getByText('The record of Jonas Jung is in your account now.').first()).toBeVisible()
  await page.goto('/dashboard')
  await expect(page.getByRole('row').filter({ hasText: 'Teeth Cleaning' })).toBeVisible()
})
