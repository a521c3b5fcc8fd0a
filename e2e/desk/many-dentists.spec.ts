import { expect, type Page } from '@playwright/test'
import type { DeskAppointment, DeskDay } from '#contract/desk/day.ts'
import { formatSlot } from '#contract/kit/time/slot.ts'
import { appointmentOf } from '../support/desk.ts'
import { demoAdmin, signInAs } from '../support/people.ts'
import { test } from '../support/test.ts'

const count = 30

/** Has the day show `count` dentists, each with one appointment, of `Patient 1` to `Patient 30`. */
async function showManyDentists(page: Page) {
  await page.route('**/desk/day?*', async (route) => {
    const response = await route.fetch()
    const day: DeskDay = await response.json()
    const hours = [{ from: 480, until: 1_020 }]
    const doctors = Array.from({ length: count }, (_, at) => {
      return { _id: crypto.randomUUID(), name: `Dr. Number ${at + 1}`, hours, absent: false }
    })
    const appointments = doctors.map(({ _id, name }, at) => appointmentWith(_id, name, `Patient ${at + 1}`, day.date))
    await route.fulfill({ json: { ...day, hours, gridMinutes: 30, doctors, appointments } })
  })
}

function appointmentWith(doctorId: string, doctor: string, patientName: string, date: string): DeskAppointment {
  const startsAt = '2030-01-01T13:00:00.000Z'
  const endsAt = '2030-01-01T14:00:00.000Z'
  return {
    ...{ _id: crypto.randomUUID(), patient: 'a@example.org', patientName, phone: '', doctorId, doctor, date },
    ...{ treatmentId: crypto.randomUUID(), treatment: 'Check-up', slot: formatSlot(480, 540) },
    ...{ startsAt, endsAt, busyUntil: endsAt, status: 'booked', paid: false, price: 60, refunding: 0, refunded: 0 },
    ...{ note: '', overridden: false, sequence: 0, reach: { by: 'email', to: 'a@example.org' } },
  }
}

test('a day of many dentists can be read: it scrolls sideways, and a search leaves those whom it finds', {
  tag: '@any-width',
}, async ({ page, server }) => {
  await signInAs(page, server, await demoAdmin(server))
  await showManyDentists(page)
  await page.goto('/dashboard/day')
  const dentists = page.getByRole('heading', { level: 2, name: 'Dr. Number' })
  await expect(dentists).toHaveCount(count)
  const width = async () => (await dentists.first().boundingBox())?.width ?? 0
  await expect.poll(width).toBeGreaterThan(100)
  const { scrollWidth, clientWidth } = await page.evaluate(() => ({
    scrollWidth: document.documentElement.scrollWidth,
    clientWidth: document.documentElement.clientWidth,
  }))
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth)

  await appointmentOf(page, 'Patient 1').first().focus()
  for (let at = 1; at < count; at += 1) await page.keyboard.press('ArrowRight')
  await expect(appointmentOf(page, `Patient ${count}`)).toBeFocused()
  await expect(appointmentOf(page, `Patient ${count}`)).toBeInViewport({ ratio: 1 })
  await expect(page.getByText('8 AM', { exact: true })).toBeInViewport({ ratio: 1 })

  await page.getByLabel('Filter this day').fill('patient 17')
  await expect(dentists).toHaveText(['Dr. Number 17 1'])
  await page.getByLabel('Filter this day').fill('nobody')
  await expect(dentists).toHaveCount(count)
})
