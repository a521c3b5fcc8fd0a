import { expect } from '@playwright/test'
import { addDays, formatMediumDate } from '#contract/kit/time/clinic-date.ts'
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
  }))
  await page.route('**/calendar/attention', (route) => route.fulfill({ json: appointments }))
  await signInAs(page, server, await demoAdmin(server))
  await page.goto('/dashboard/attention')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Needs attention: 201')
  const cards = page.getByRole('listitem').filter({ hasText: 'Ada' })
  await expect(cards).toHaveCount(100)
  const later = page.getByRole('button', { name: 'Show later' })
  await later.press('Enter')
  await expect(cards).toHaveCount(200)
  await expect(later).toBeFocused()
  await later.press('Enter')
  await expect(cards).toHaveCount(201)
  await expect(page.getByText('That is everything.')).toBeFocused()
  await expect(later).toHaveCount(0)
})
