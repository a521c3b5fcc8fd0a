import { expect } from '@playwright/test'
import { addDays, clinicToday, formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import type { Server } from '#server/testing/server-process.ts'
import { callDesk, changeRules } from '../support/desk.ts'
import { demoAdmin, signInAs } from '../support/people.ts'
import { test } from '../support/test.ts'

test('many appointments that need attention are shown a hundred at a time', { tag: '@any-width' }, async ({
  page,
  server,
}) => {
  const appointments = Array.from({ length: 201 }, (_, at) => ({
    _id: crypto.randomUUID(),
    date: formatMediumDate(addDays('2030-01-01', at)),
    ...{ slot: '08.00 AM - 08.30 AM', treatment: 'Root canal', patientName: 'Ada', patient: 'ada@example.org' },
    ...{ phone: '', reason: 'clinic-closed', paid: false },
    reach: at === 0 ? { by: 'call', because: 'wants-call' } : { by: 'email', to: 'ada@example.org' },
    ...(at === 0 && { askedAt: '2030-01-01T12:00:00.000Z' }),
  }))
  await page.route('**/calendar/attention', (route) => route.fulfill({ json: appointments }))
  await signInAs(page, server, await demoAdmin(server))
  await page.goto('/dashboard/attention')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Needs attention: 201')
  const cards = page.getByRole('listitem').filter({ hasText: 'Ada' })
  await expect(cards).toHaveCount(100)
  await expect(cards.first()).toContainText('They want to be called: to be told by phone.')
  await expect(cards.first()).not.toContainText('Asked to choose')
  const later = page.getByRole('button', { name: 'Show later' })
  await later.press('Enter')
  await expect(cards).toHaveCount(200)
  await expect(later).toBeFocused()
  await later.press('Enter')
  await expect(cards).toHaveCount(201)
  await expect(page.getByText('That is everything.')).toBeFocused()
  await expect(later).toHaveCount(0)
})

type Host = Pick<Server, 'url'>

/** Books for a new patient on `date`, and returns the appointment's id. */
async function bookFor(server: Host, date: string, patient: { name: string; phone: string; email: string }) {
  const [{ _id: treatmentId }] = await (await fetch(`${server.url}/service`)).json()
  const [{ slot }] = await callDesk(
    server,
    'GET',
    `/desk/times?${new URLSearchParams({ date, treatment: treatmentId })}`,
  )
  const wish = { patient: { ...patient, addAnyway: true }, phone: patient.phone, treatmentId, date, slot }
  const made = await callDesk(server, 'POST', '/desk/appointments', { ...wish, requestId: crypto.randomUUID() })
  return made.booking._id as string
}

test('by keyboard alone, a patient is asked to choose another time', async ({ page, server }) => {
  // A later day than other journeys book.
  const date = formatMediumDate(addDays(clinicToday(new Date(), 'America/New_York'), 260))
  const email = `tilda-${crypto.randomUUID().slice(0, 8)}@example.com`
  const id = await bookFor(server, date, { name: 'Tilda Moss', phone: '212 555 0161', email })
  await changeRules(server, { kind: 'set-day', day: { date, note: 'Stocktaking', periods: [] } })
  await signInAs(page, server, await demoAdmin(server))
  await page.goto('/dashboard/attention')
  const choice = page.getByRole('checkbox', { name: 'Choose the appointment of Tilda Moss on' })
  await choice.press('Space')
  await page.getByRole('button', { name: 'Send a link to choose' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Ask 1 appointment to choose another time?' })
  await dialog.getByRole('button', { name: 'Send the links' }).press('Enter')
  await expect(page.getByText('1 appointment asked').first()).toBeVisible()
  await expect(page.getByRole('listitem').filter({ has: choice })).toContainText('Asked to choose another time')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await callDesk(server, 'POST', `/desk/appointments/${id}/cancel`, { refund: 0 })
  await changeRules(server, { kind: 'clear-day', date })
})
