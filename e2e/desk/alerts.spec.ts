import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { addDays, addMonthsTo, clinicToday, formatMediumDate, parseMediumDate } from '#contract/kit/time/clinic-date.ts'
import type { Server } from '#server/testing/server-process.ts'
import { axe } from '../support/axe.ts'
import { appointmentOf, callDesk } from '../support/desk.ts'
import { newPhone } from '../support/patients.ts'
import { demoAdmin, signInAs } from '../support/people.ts'
import { shoot } from '../support/shots.ts'
import { staffMember } from '../support/staff.ts'
import { test } from '../support/test.ts'

// What whoever treats a patient must know, where it is needed.

const today = clinicToday(new Date(), 'America/New_York')
// Later days than other journeys book.
let daysAhead = 420

/** Books for a new patient with alerts, who has notes too, with the first dentist, on a day of their own. */
async function bookWithAlerts(server: Server) {
  const { treatments, doctors } = await callDesk(server, 'GET', '/calendar')
  const [doctor] = doctors
  const treatment = treatments.find(({ _id }: { _id: string }) => doctor.treatmentIds.includes(_id))
  daysAhead += 1
  const day = addDays(today, daysAhead)
  const name = `Alma ${randomUUID().slice(0, 8)}`
  const patient = { name, phone: newPhone(), birthDate: '1980-01-31', alerts: 'Allergic to penicillin\nInterpreter' }
  const { booking } = await callDesk(server, 'POST', '/desk/appointments', {
    ...{ patient, phone: patient.phone, treatmentId: treatment._id, doctor: doctor._id, note: 'Toothache' },
    ...{ date: formatMediumDate(day), slot: '07.00 PM - 07.30 PM', override: { note: 'For a test' } },
    requestId: randomUUID(),
  })
  const [{ _id: patientId }] = await callDesk(server, 'GET', `/desk/patients?search=${encodeURIComponent(name)}`)
  const notes = 'Sings while he waits.\nPays by card.\nComes by train.\nLikes the window.'
  await callDesk(server, 'PATCH', `/desk/patients/${patientId}`, { seen: { notes: '' }, change: { notes } })
  return { name, day, doctor, treatment, patientId, id: booking._id as string }
}

const panel = (page: Page, name: string) => page.getByRole('dialog', { name })
const words = 'Allergic to penicillin, Interpreter'

test('the desk sees alerts in the day, the list, the panel and the record', async ({ page, server }) => {
  const { name, day, patientId, treatment } = await bookWithAlerts(server)
  await signInAs(page, server, await demoAdmin(server))
  await page.goto(`/dashboard/day?date=${day}`)
  await expect(page.getByTitle(words).or(page.getByText(words)).filter({ visible: true }).first()).toBeVisible()
  await shoot(page, 'alerts-day')
  await appointmentOf(page, name).click()
  const dialog = panel(page, name)
  await expect(dialog.getByRole('region', { name: 'Alerts' }).getByRole('listitem')).toHaveText(words.split(', '))
  await expect(dialog).toContainText('Jan 31, 1980')
  await expect(dialog).toContainText('Owes in all')
  await expect(dialog.getByLabel('Note')).toHaveValue('Toothache')
  const about = dialog.getByRole('region', { name: 'Patient' })
  await expect(about).toContainText('Sings while he waits.')
  await about.getByRole('button', { name: 'More of the notes' }).click()
  await expect(about.getByRole('button', { name: 'Less of the notes' })).toHaveAttribute('aria-expanded', 'true')
  await axe(page)
  await shoot(page, 'alerts-panel')
  await dialog.getByRole('button', { name: 'Close' }).scrollIntoViewIfNeeded()
  await shoot(page, 'alerts-panel-top')

  await dialog.getByRole('button', { name: 'Book next' }).click()
  const next = page.getByRole('dialog', { name: 'New appointment' })
  await expect(next.getByText(name)).toBeVisible()
  await expect(next.getByLabel('Treatment')).toHaveValue(treatment._id)
  const due = treatment.recallMonths ? addMonthsTo(day, treatment.recallMonths) : addDays(day, 1)
  await expect(next.getByLabel('Day')).toHaveValue(due)
  await axe(page)
  await shoot(page, 'alerts-book-next')
  await page.keyboard.press('Escape')

  await page.goto(`/dashboard/day?date=${day}&view=list`)
  await expect(page.getByText(words).filter({ visible: true }).first()).toBeVisible()
  await shoot(page, 'alerts-list')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(`⚠ ${words}`)).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  await page.goto(`/dashboard/patients/${patientId}`)
  await expect(page.getByRole('region', { name: 'Alerts' }).getByRole('listitem')).toHaveText(words.split(', '))
  await shoot(page, 'alerts-record')
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const edit = page.getByRole('dialog')
  await expect(edit.getByLabel('Alerts')).toHaveValue(words.replace(', ', '\n'))
  await edit.getByLabel('Alerts').fill('Takes blood thinners')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('region', { name: 'Alerts' })).toHaveText('Takes blood thinners')
})

test('a hygienist sees them for the own day, and nothing about money', async ({ page, server }) => {
  const { name, day, doctor } = await bookWithAlerts(server)
  await signInAs(page, server, await staffMember(server, 'hygienist', 'Hana Gien', doctor._id))
  await page.goto(`/dashboard/day?date=${day}`)
  await appointmentOf(page, name).click()
  const dialog = panel(page, name)
  await expect(dialog.getByRole('region', { name: 'Alerts' })).toContainText('Allergic to penicillin')
  await expect(dialog.getByRole('region', { name: 'Patient' })).toContainText('Sings while he waits.')
  await expect(dialog).toContainText('Jan 31, 1980')
  await expect(dialog).not.toContainText('Owes')
  await expect(dialog.getByRole('button', { name: 'Book next' })).toHaveCount(0)
  await axe(page)
  await shoot(page, 'alerts-hygienist')
})

test('the desk notes a birth date, alerts and a note while it books', async ({ page, server }) => {
  const name = `Nora ${randomUUID().slice(0, 8)}`
  await signInAs(page, server, await demoAdmin(server))
  await page.goto('/dashboard/day')
  await page.getByRole('button', { name: 'New appointment' }).click()
  const dialog = page.getByRole('dialog', { name: 'New appointment' })
  await expect(dialog.getByRole('combobox', { name: 'Patient' })).toBeFocused()
  await page.keyboard.type(name)
  await expect(dialog.getByText('Nobody found')).toBeAttached()
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Birth date').fill('1990-02-03')
  await dialog.getByLabel('Alerts').fill('Wheelchair')
  await dialog.getByLabel('Phone').fill(newPhone())
  await dialog.getByLabel('Treatment').selectOption({ label: 'Oral Surgery · 30 min · $149' })
  daysAhead += 1
  const day = addDays(today, daysAhead)
  await dialog.getByLabel('Day').fill(day)
  await dialog.getByLabel('Note', { exact: true }).fill('Wisdom tooth')
  await expect(dialog.getByLabel('Time', { exact: true })).not.toHaveValue('')
  await axe(page)
  await shoot(page, 'alerts-new-patient')
  await dialog.getByRole('button', { name: 'Book' }).click()
  await expect(page.getByText(`Booked for ${name}`)).toBeVisible()
  const { appointments } = await callDesk(server, 'GET', `/desk/day?date=${encodeURIComponent(formatMediumDate(day))}`)
  expect(appointments.find(({ patientName }: { patientName: string }) => patientName === name)).toMatchObject({
    ...{ note: 'Wisdom tooth', alerts: ['Wheelchair'] },
  })
  expect(parseMediumDate(appointments[0].date)).toBe(day)
})
