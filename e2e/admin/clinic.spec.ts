import { expect, type Page } from '@playwright/test'
import { addDays, clinicToday, formatMediumDate, type IsoDate, isoWeekday } from '#contract/kit/time/clinic-date.ts'
import { cameraPhoto } from '#server/testing/photos.ts'
import { type Server, startServer } from '#server/testing/server-process.ts'
import { axe } from '../support/axe.ts'
import { openBooking } from '../support/calendar.ts'
import { demoAdmin, signInAs, signUp } from '../support/people.ts'
import { test } from '../support/test.ts'

let server: Server
test.beforeAll(async () => {
  server = await startServer({ pages: true, databaseServer: process.env.E2E_DATABASE_URL, env: { DEMO: 'on' } })
})
test.afterAll(() => server?.stop())

const today = clinicToday(new Date(), 'America/New_York')
/** The first Tuesday that is at least two weeks ahead, and the day after. */
const tuesday = nextTuesday(addDays(today, 14))
const holiday = addDays(tuesday, 1)

const said = (page: Page, text: string) => expect(page.getByText(text, { exact: true }).first()).toBeVisible()
const confirm = (page: Page, name: string) =>
  page.getByRole('alertdialog').or(page.getByRole('dialog')).last().getByRole('button', { name, exact: true }).click()

test('an admin sets a clinic up from nothing through the screens, and patients book each treatment', {
  tag: '@any-width',
}, async ({ browser }) => {
  test.setTimeout(240_000)
  const context = await browser.newContext({ baseURL: server.url })
  const page = await context.newPage()
  await signInAs(page, server, await demoAdmin(server))
  await emptyClinic(page)
  for (const [name, price, length] of [
    ['Check-up', '25', '15'],
    ['Filling', '80.50', '45'],
    ['Root canal', '310', '90'],
  ])
    await addTreatment(page, { name: name ?? '', price: price ?? '', length: length ?? '' })
  await setHours(page)
  await closeHoliday(page)
  await addDoctor(page, { name: 'Dr. Ann Berg', specialty: 'Check-up', also: 'Filling' })
  await addDoctor(page, { name: 'Dr. Ben Cole', specialty: 'Root canal' })
  await addChair(page, 'Window')

  for (const [treatment, slot] of [
    ['Check-up', '08.00 AM - 08.15 AM'],
    ['Filling', '08.30 AM - 09.15 AM'],
    ['Root canal', '09.30 AM - 11.00 AM'],
  ])
    await bookAsPatient(page, treatment ?? '', slot ?? '')

  await absentOn(page, 'Dr. Ben Cole')
  await resolveByKeeping(page)
  await context.close()
})

async function emptyClinic(page: Page) {
  await page.goto('/dashboard/treatments')
  const heading = page.getByRole('heading', { level: 1 })
  for (let left = 9; left > 0; left -= 1) {
    await expect(heading).toHaveText(`Treatments: ${left}`)
    await page
      .getByRole('button', { name: /^Retire/ })
      .first()
      .click()
    await confirm(page, 'Retire')
  }
  await said(page, 'No treatments')
  await axe(page)
  await page.goto('/dashboard/manageDoctor')
  for (let left = 6; left > 0; left -= 1) {
    await expect(heading).toHaveText(`Manage Doctors: ${left}`)
    await page
      .getByRole('button', { name: /^Delete/ })
      .first()
      .click()
    await confirm(page, 'Delete')
  }
  await said(page, 'No doctors yet')
}

async function addTreatment(page: Page, { name, price, length }: { name: string; price: string; length: string }) {
  await page.goto('/dashboard/treatments')
  await page.getByRole('button', { name: 'Add a treatment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a treatment' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Price in dollars').fill(price)
  await dialog.getByLabel('Length in minutes').fill(length)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await said(page, `${name} is saved`)
  await expect(dialog).toBeHidden()
}

async function setHours(page: Page) {
  await page.goto('/dashboard/openingHours')
  const sunday = page.getByRole('group', { name: 'Sunday' })
  await expect(sunday).toBeVisible()
  await axe(page)
  await sunday.getByRole('button', { name: 'Remove these hours of Sunday' }).first().click()
  await sunday.getByRole('button', { name: 'Remove these hours of Sunday' }).click()
  await expect(sunday).toContainText('Closed')
  const monday = page.getByRole('group', { name: 'Monday' })
  await monday.getByLabel('Monday, until').first().fill('07:00')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await said(page, 'Must end after it begins')
  await monday.getByLabel('Monday, until').first().fill('11:30')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await said(page, 'The opening hours are changed')
}

async function closeHoliday(page: Page) {
  await page.goto('/dashboard/openingHours')
  await page.locator(`[data-day="${holiday}"]:not([data-outside])`).getByRole('button').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Note').fill('Public holiday')
  await dialog.getByRole('button', { name: 'Close all day' }).click()
  await said(page, `The hours of ${formatMediumDate(holiday)} are changed`)
  await expect(page.getByText('Closed · Public holiday')).toBeVisible()
}

async function addDoctor(page: Page, { name, specialty, also }: { name: string; specialty: string; also?: string }) {
  await page.goto('/dashboard/addDoctor')
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Email').fill(`${name.slice(4, 7).toLowerCase()}@clinic.example`)
  await page.getByLabel('Specialty').selectOption(specialty)
  const buffer = await cameraPhoto({ width: 600, height: 600 })
  await page.getByLabel('Photo', { exact: true }).setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer })
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await said(page, 'Doctor added successfully')
  if (!also) return
  await page.goto('/dashboard/manageDoctor')
  await page.getByRole('link', { name: `Edit ${name}` }).click()
  await page.getByRole('checkbox', { name: also }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await said(page, `${name} is saved`)
  await axe(page)
}

async function addChair(page: Page, name: string) {
  await page.goto('/dashboard/chairs')
  await page.getByRole('button', { name: 'Add a chair' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a chair' })
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await said(page, 'Name is Required')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await said(page, `${name} is added`)
  await axe(page)
}

/** Books with another patient, in a context of their own. */
async function bookAsPatient(admin: Page, treatment: string, slot: string) {
  const context = await admin.context().browser()?.newContext({ baseURL: server.url })
  if (!context) throw new Error('there is no browser')
  const page = await context.newPage()
  await signInAs(page, server, await signUp(server, 'Ada Lindqvist'))
  await page.goto(`/appointment?date=${tuesday}`)
  const dialog = await openBooking(page, treatment)
  await dialog.getByLabel('Time').selectOption(slot)
  await dialog.getByLabel('Phone').fill('212 555 0142')
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText(`Appointment is set, ${formatMediumDate(tuesday)} at ${slot}`).first()).toBeVisible()
  await context.close()
}

async function absentOn(page: Page, doctor: string) {
  await page.goto('/dashboard/manageDoctor')
  await page.getByRole('link', { name: `Edit ${doctor}` }).click()
  await page.getByRole('button', { name: 'Add an absence' }).click()
  const dialog = page.getByRole('dialog', { name: `Absence of ${doctor}` })
  await dialog.getByLabel('First day').fill(tuesday)
  await dialog.getByLabel('Last day').fill(tuesday)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  const question = page.getByRole('dialog', { name: `Is ${doctor} absent` })
  await expect(question).toContainText('1 appointment no longer fits and will be listed under Needs attention:')
  await expect(question).toContainText('Root canal, Ada Lindqvist')
  await question.getByRole('button', { name: 'Add the absence' }).click()
  await said(page, `${doctor} is absent on ${formatMediumDate(tuesday)}`)
}

async function resolveByKeeping(page: Page) {
  await page.goto('/dashboard/attention')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Needs attention: 1')
  await expect(page.getByText('Its dentist does not work then, and no other was free.')).toBeVisible()
  await axe(page)
  await page.getByRole('button', { name: /^Move/ }).click()
  const move = page.getByRole('dialog', { name: 'Move the appointment of Ada Lindqvist' })
  await expect(move).toContainText('No free times on this day')
  await move.getByLabel('Day').fill(addDays(tuesday, 2))
  await move.getByLabel('Time').selectOption('01.00 PM - 02.30 PM')
  await axe(page)
  await move.getByRole('button', { name: 'Close without saving' }).click()
  await page.getByRole('button', { name: /^Keep/ }).click()
  const keep = page.getByRole('dialog', { name: 'Keep the appointment of Ada Lindqvist?' })
  await keep.getByLabel('Note').fill('Dr. Cole comes in for it')
  await keep.getByRole('button', { name: 'Keep', exact: true }).click()
  await said(page, 'All appointments fit')
}

function nextTuesday(date: IsoDate): IsoDate {
  return addDays(date, (9 - isoWeekday(date)) % 7)
}
