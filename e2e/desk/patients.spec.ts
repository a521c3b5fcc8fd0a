import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { axe } from '../support/axe.ts'
import { appointmentOf } from '../support/desk.ts'
import { addWithAppointment, newPhone, section } from '../support/patients.ts'
import { demoAdmin, signInAs } from '../support/people.ts'
import { shoot } from '../support/shots.ts'
import { staffMember } from '../support/staff.ts'
import { test } from '../support/test.ts'

const search = (page: Page) => page.getByRole('combobox', { name: /Find a patient/ })

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
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible()
  await page.keyboard.press('/')
  await expect(search(page)).toBeFocused()
  await page.keyboard.type('zzqqxx')
  await expect(page.getByText('Nothing matches “zzqqxx”.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(search(page)).toBeHidden()
  // In another field the key is a letter.
  await page.getByRole('searchbox', { name: 'Filter this day' }).press('/')
  await expect(search(page)).toBeHidden()
  await page.keyboard.press('Control+k')
  await expect(search(page)).toBeFocused()
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

  await page.getByRole('main').getByRole('link', { name: 'New appointment' }).click()
  const booking = page.getByRole('dialog', { name: 'New appointment' })
  await expect(booking.getByText(name)).toBeVisible()
  await expect(booking.getByLabel('Phone')).toHaveValue(phone)
  await page.goBack()

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
    const sent = section(page, 'Emails').getByText(
      /^Link to make an account, .+: not sent, because there was no mail server$/,
    )
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

test('a receptionist reads birth dates as people write them, and erases nobody', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 409/)
  const name = `Björn Groß ${randomUUID().slice(0, 8)}`
  await signInAs(page, server, await staffMember(server, 'receptionist', 'Rita Rex'))
  await page.goto('/dashboard/patients')
  const add = async (typed: string) => {
    await page.getByRole('button', { name: 'Add patient' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add patient' })
    await dialog.getByLabel('Name').fill(typed)
    await dialog.getByLabel('Birth date').fill('1984-05-03')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  }
  await add(name)
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Person', exact: true })).toContainText('May 3, 1984')
  await expect(section(page, 'History')).toBeVisible()
  await expect(section(page, 'Their data')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /Erase/ })).toHaveCount(0)

  const spelt = name.replace('ö', 'oe').replace('ß', 'ss')
  await page.goto('/dashboard/patients')
  await page.getByRole('searchbox', { name: /Search by/ }).fill(spelt)
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('May 3, 1984')
  await page.goto('/dashboard/patients')
  await add(spelt)
  const probably = page.getByRole('list', { name: 'Probably the same person' })
  await expect(probably).toContainText(name)
  await expect(probably).toContainText('Born May 3, 1984')
})
