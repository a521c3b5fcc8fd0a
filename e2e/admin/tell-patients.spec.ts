import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { addDays, clinicToday, formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import { pages } from '#contract/site/pages.ts'
import type { Treatment } from '#contract/treatment.ts'
import type { Server } from '#server/testing/server-process.ts'
import { axe } from '../support/axe.ts'
import { callDesk } from '../support/desk.ts'
import { demoAdmin, signInAs } from '../support/people.ts'
import { test } from '../support/test.ts'

const today = clinicToday(new Date(), 'America/New_York')
const [holiday, later] = [addDays(today, 200), addDays(today, 201)]

/** Adds a dentist for teeth cleaning, which others perform too. */
async function addDentist(server: Pick<Server, 'url'>) {
  const lastName = `T${randomUUID().slice(0, 8)}`
  const doctor = { name: `Dr. Tom ${lastName}`, email: `${lastName.toLowerCase()}@clinic.example`, lastName }
  const img = 'https://pictures.example/tom.png'
  const { insertedId } = await callDesk(server, 'POST', '/doctor', { ...doctor, specialty: 'Teeth Cleaning', img })
  return { ...doctor, id: insertedId as string }
}

/** Books a cleaning with a dentist for a new patient, with an email or without. */
async function book(
  server: Pick<Server, 'url'>,
  { date, doctor, slot, email }: { date: typeof today; doctor: string; slot: string; email?: string },
) {
  const all: Treatment[] = await (await fetch(`${server.url}/service`)).json()
  const treatmentId = all.find(({ name }) => name === 'Teeth Cleaning')?._id
  const patient = { name: 'Bea Bloom', phone: '212 555 0142', addAnyway: true, ...(email && { email }) }
  const wish = { date: formatMediumDate(date), slot, doctor, treatmentId, patient, requestId: randomUUID() }
  await callDesk(server, 'POST', '/desk/appointments', wish)
}

test('an absence and a deletion say who is told, and tell only if the admin wants', { tag: '@any-width' }, async ({
  page,
  server,
}) => {
  await page.route('https://pictures.example/**', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg" />' }),
  )
  const doctor = await addDentist(server)
  const [eight, nine] = ['08.00 AM - 08.30 AM', '09.00 AM - 09.30 AM']
  const email = () => `bea-${randomUUID().slice(0, 8)}@example.com`
  await book(server, { date: holiday, doctor: doctor.id, slot: eight, email: email() })
  await book(server, { date: later, doctor: doctor.id, slot: eight, email: email() })
  await book(server, { date: later, doctor: doctor.id, slot: nine })
  await signInAs(page, server, await demoAdmin(server))

  await page.goto(pages.doctor.replace(':id', doctor.id))
  await page.getByRole('button', { name: 'Add an absence' }).click()
  const absence = page.getByRole('dialog', { name: `Absence of ${doctor.name}` })
  await absence.getByLabel('First day').fill(holiday)
  await absence.getByLabel('Last day').fill(holiday)
  await absence.getByRole('button', { name: 'Add', exact: true }).click()
  const question = page.getByRole('dialog', { name: `Is ${doctor.name} absent` })
  await expect(question).toContainText('1 appointment keeps its time with another dentist or chair.')
  const choice = question.getByRole('checkbox', { name: 'Tell patients by email' })
  await expect(choice).toHaveAccessibleDescription(/^This is a demo: no emails are sent\./)
  await expect(choice).toBeChecked()
  await axe(page)
  const changed = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/calendar/availability'),
  )
  await question.getByRole('button', { name: 'Add the absence' }).click()
  expect((await changed).postDataJSON()).toMatchObject({ tellPatients: true })
  await expect(question).toBeHidden()

  await page.goto(`/dashboard/manageDoctor?search=${doctor.lastName}`)
  await page.getByRole('button', { name: `Delete ${doctor.name}` }).click()
  const dialog = page.getByRole('dialog', { name: `Delete ${doctor.name}?` })
  await expect(dialog).toContainText('2 appointments keep their time with another dentist or chair.')
  await expect(dialog).toContainText('1 patient gets no message. Please call about the new dentist:')
  await expect(dialog).toContainText(`Bea Bloom, 212 555 0142: ${formatMediumDate(later)}, 9:00 to 9:30 AM`)
  await axe(page)
  await dialog.getByRole('checkbox', { name: 'Tell patients by email' }).uncheck()
  const deleted = page.waitForRequest((request) => request.method() === 'DELETE')
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  expect(new URL((await deleted).url()).search).toBe('')
  await expect(page.getByText(`Doctor: ${doctor.name} is deleted.`, { exact: true })).toBeVisible()
})
