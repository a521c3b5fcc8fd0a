import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { addDays, clinicToday, formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import { linkIn, newestMail } from '#server/testing/outside/outbox.ts'
import type { Server } from '#server/testing/server-process.ts'
import { axe } from '../support/axe.ts'
import { appointmentOf, callDesk } from '../support/desk.ts'
import { demoAdmin, logIn, signInAs } from '../support/people.ts'
import { shoot } from '../support/shots.ts'
import { test } from '../support/test.ts'

const today = clinicToday(new Date(), 'America/New_York')
// Later days than other journeys book.
let daysAhead = 300

const newPhone = () => `+1 646 555 ${String(Math.floor(Math.random() * 10_000)).padStart(4, '0')}`

/** Adds a patient with an appointment on a day of their own, and returns their id. */
async function addWithAppointment(server: Server, patient: { name: string; phone: string; addAnyway?: boolean }) {
  const { treatments, doctors } = await callDesk(server, 'GET', '/calendar')
  const surgery = treatments.find(({ name }: { name: string }) => name === 'Oral Surgery')
  daysAhead += 1
  const date = formatMediumDate(addDays(today, daysAhead))
  const place = { doctor: doctors[0]._id, date, slot: '08.00 AM - 08.30 AM', override: { note: 'For a test' } }
  const wish = { treatmentId: surgery._id, ...place, requestId: randomUUID() }
  await callDesk(server, 'POST', '/desk/appointments', { patient, ...wish })
  const found = await callDesk(server, 'GET', `/desk/patients?search=${encodeURIComponent(patient.name)}`)
  return { id: found[0]._id as string, date }
}

const search = (page: Page) => page.getByRole('combobox', { name: 'Find a patient' })
const section = (page: Page, name: string) => page.getByRole('region', { name })

test('a caller is found by phone from the day, corrected, and their history seen', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/500/)
  const [name, phone] = [`Zoë ${randomUUID().slice(0, 8)}`, newPhone()]
  const { date } = await addWithAppointment(server, { name, phone })
  await signInAs(page, server, await demoAdmin(server))
  await page.goto('/dashboard/day')
  await expect(search(page)).toBeVisible()
  await page.keyboard.press('/')
  await expect(search(page)).toBeFocused()
  await page.keyboard.type('zzqqxx')
  await expect(page.getByText('or four digits of a phone number')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(search(page)).not.toBeFocused()
  await expect(search(page)).toHaveValue('')
  // In another field the key is a letter.
  await page.getByRole('searchbox', { name: 'Search this day' }).press('/')
  await expect(search(page)).not.toBeFocused()
  await search(page).click()
  await page.keyboard.type(phone.slice(3))
  const option = page.getByRole('option', { name: new RegExp(name) })
  await expect(option).toContainText(`${phone}`)
  await expect(option).toContainText(`Next: ${date}`)
  await axe(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard\/patients\/[\w-]+$/)
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await expect(section(page, 'Appointments and payments').getByText('Oral Surgery')).toBeVisible()
  await axe(page)
  await shoot(page, 'patient')

  await page.getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit the record' })
  const right = newPhone()
  await dialog.getByLabel('Phone 1').fill('none')
  await dialog.getByLabel('Email').fill(`${randomUUID().slice(0, 8)}@`)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('A phone number has at least 3 digits')).toBeVisible()
  await expect(dialog.getByText('Provide a valid Email')).toBeVisible()
  await axe(page)
  await shoot(page, 'patient-edit')
  const email = `zoe-${randomUUID().slice(0, 8)}@example.com`
  await dialog.getByLabel('Phone 1').fill(right)
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Birth date').fill('2014-05-03')
  await dialog.getByLabel('Notes').fill('Afraid of needles')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  const person = section(page, 'Person')
  await expect(person.getByRole('link', { name: right })).toBeVisible()
  await expect(person.getByText(phone)).toBeHidden()
  await expect(person.getByText('Not confirmed until its owner opens the link in our email.')).toBeVisible()
  await expect(person.getByText('May 3, 2014')).toBeVisible()
  const history = section(page, 'History')
  await expect(history.getByText(`Changed the phone numbers of ${name}`)).toBeVisible()
  await expect(history.getByText(`Looked at the record of ${name}`).first()).toBeVisible()

  await expect(async () => {
    await page.reload()
    const sent = section(page, 'Emails').getByText(/^Link to make an account, .+: sent$/)
    await expect(sent).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await seeOtherEmails(page)

  // To the day at the desk and back.
  await page.getByRole('link', { name: `${date} at the desk` }).click()
  await expect(page).toHaveURL(/\/dashboard\/day\?date=/)
  await appointmentOf(page, name).click()
  await page.getByRole('link', { name: 'Patient’s record' }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
})

/** Shows the page emails that did not arrive, none, and an error. */
async function seeOtherEmails(page: Page) {
  const emails = section(page, 'Emails')
  const [createdAt, doneAt] = ['2026-11-27T15:00:00Z', '2026-11-27T15:01:00Z']
  const several = [
    { kind: 'receipt', createdAt },
    { kind: 'appointment-reminder', createdAt, doneAt, result: 'refused' },
    { kind: 'appointment-booked', createdAt, doneAt, result: 'expired' },
    { kind: 'appointment-moved', createdAt, doneAt, result: 'outdated' },
    ...Array(3).fill({ kind: 'appointment-cancelled', createdAt, doneAt }),
  ].map((email) => ({ _id: randomUUID(), ...email }))
  for (const [text, answer] of [
    ['Nothing lately.', { json: [] }],
    ['The emails could not be loaded.', { status: 500, json: {} }],
    ['refused by the mail server', { json: several }],
  ] as const) {
    await page.route(/\/emails$/, (route) => route.fulfill(answer))
    await page.reload()
    await expect(emails.getByText(text)).toBeVisible()
    await page.unroute(/\/emails$/)
  }
  await expect(emails.getByRole('listitem')).toHaveText([
    /^Receipt, .*10:00.*: waiting to be sent$/,
    /^Reminder, .*: refused by the mail serverCheck the address/,
    /^Appointment booked, .*: not sentOur mail server was/,
    /^Appointment moved, .*: not sent, because/,
    ...Array(2).fill(/^Appointment cancelled, .*: result unknown/),
  ])
  await axe(page)
  await shoot(page, 'patient-emails')
  await emails.getByRole('button', { name: 'Show 7 emails' }).click()
  await expect(emails.getByRole('listitem')).toHaveCount(7)
}

test('somebody who is there already is not added twice by mistake, and two records become one', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/409/)
  const name = `Bea ${randomUUID().slice(0, 8)}`
  const phone = newPhone()
  const first = await addWithAppointment(server, { name, phone })
  await signInAs(page, server, await demoAdmin(server))
  await page.goto('/dashboard/patients')
  await page.getByRole('searchbox', { name: /Search by/ }).fill(name)
  await expect(page.getByRole('row', { name: new RegExp(name) })).toBeVisible()
  await axe(page)
  await shoot(page, 'patients')
  await page.getByRole('button', { name: 'Add patient' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add patient' })
  await dialog.getByLabel('Name').fill(name.toUpperCase())
  await dialog.getByLabel('Phone 1').fill(phone)
  await dialog.getByLabel('Birth date').fill('1980-02-03')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  const likely = dialog.getByRole('list', { name: 'Probably the same person' })
  await expect(likely.getByText('same name and phone')).toBeVisible()
  await axe(page)
  await shoot(page, 'patient-add')
  await dialog.getByRole('button', { name: 'Add anyway' }).click()
  await expect(page.getByRole('heading', { name: name.toUpperCase(), level: 1 })).toBeVisible()
  const second = new URL(page.url()).pathname

  const duplicates = section(page, 'Probably the same person')
  await duplicates.getByRole('link', { name: `Merge… ${name}` }).click()
  await expect(page.getByRole('heading', { name: 'Merge two records' })).toBeVisible()
  await page.getByRole('group', { name: 'Name' }).getByLabel(name, { exact: true }).check()
  await axe(page)
  await shoot(page, 'patient-merge')
  await page.getByRole('button', { name: 'Merge the records' }).click()
  await expect(page).toHaveURL(second)
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await expect(section(page, 'Person').getByText('Feb 3, 1980')).toBeVisible()
  await expect(section(page, 'Appointments and payments').getByText(first.date)).toBeVisible()
  // The former record leads here.
  await page.goto(`/dashboard/patients/${first.id}`)
  await expect(page).toHaveURL(second)
})

test('a caller without an email becomes an account holder later, and keeps the appointments of before', async ({
  page,
  server,
  browser,
}) => {
  const name = `Olu ${randomUUID().slice(0, 8)}`
  const email = `olu-${randomUUID().slice(0, 8)}@example.com`
  const { id, date } = await addWithAppointment(server, { name, phone: newPhone() })
  await signInAs(page, server, await demoAdmin(server))
  await page.goto(`/dashboard/patients/${id}`)
  await expect(section(page, 'Who may act for them').getByText(`No account acts for ${name}.`)).toBeVisible()
  await page.getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit the record' })
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(`We sent a link to ${email}`)).toBeVisible()

  const theirs = await browser.newContext({ baseURL: server.url, viewport: page.viewportSize() })
  const caller = await theirs.newPage()
  await caller.goto(linkIn(await newestMail(server.dataDir, email)).href)
  const password = 'a sound passphrase'
  await caller.getByLabel('Password', { exact: true }).fill(password)
  await caller.getByRole('button', { name: 'Make my account' }).click()
  await expect(caller.getByRole('heading', { level: 1 })).toHaveText('Your account is ready')
  await caller.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await logIn(caller, { email, password })
  await expect(caller).not.toHaveURL(/login/)
  await caller.goto('/dashboard')
  await expect(caller.getByRole('row').filter({ hasText: 'Oral Surgery' })).toContainText(date)
  await theirs.close()

  await page.reload()
  await expect(section(page, 'Who may act for them').getByText(email)).toBeVisible()
  await expect(section(page, 'Appointments and payments').getByText('Oral Surgery')).toBeVisible()
})

test('the data of a person without an account are saved for them, and erased', async ({ page, server }) => {
  const name = `Pia ${randomUUID().slice(0, 8)}`
  await signInAs(page, server, await demoAdmin(server))
  await page.goto('/dashboard/patients')
  await page.getByRole('button', { name: 'Add patient' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add patient' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Phone 1').fill(newPhone())
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  const theirs = section(page, 'Their data')
  const saving = page.waitForEvent('download')
  await theirs.getByRole('button', { name: 'Download as JSON' }).click()
  const { patients } = JSON.parse(readFileSync(await (await saving).path(), 'utf8'))
  expect(patients).toMatchObject([{ name }])

  await theirs.getByRole('button', { name: 'Erase this person' }).click()
  await axe(page)
  await theirs.getByRole('button', { name: 'Cancel' }).click()
  await theirs.getByRole('button', { name: 'Erase this person' }).click()
  await theirs.getByRole('button', { name: 'Erase this person' }).click()
  await expect(page.getByText('This person’s data were erased')).toBeVisible()
  await page.goto('/dashboard/patients')
  await page.getByRole('searchbox', { name: /Search by/ }).fill(name)
  await expect(page.getByText('No patient matches')).toBeVisible()
})
