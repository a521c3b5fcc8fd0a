import { expect } from '@playwright/test'
import { addDays, clinicToday, formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import { axe } from '../support/axe.ts'
import { demoAdmin, signInAs } from '../support/people.ts'
import { shoot } from '../support/shots.ts'
import { test } from '../support/test.ts'

// Later days than other journeys book.
const first = addDays(clinicToday(new Date(), 'America/New_York'), 300)
const last = addDays(first, 6)

test('an admin closes the days of a holiday in one action, and opens them again, one by one', async ({
  page,
  server,
}) => {
  await signInAs(page, server, await demoAdmin(server))
  await page.goto('/dashboard/openingHours')
  await page.locator(`[data-day="${first}"]:not([data-outside])`).getByRole('button').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Note').fill('Summer holiday')
  await dialog.getByLabel('Last day').fill(last)
  await axe(page)
  await shoot(page, 'holiday')
  await dialog.getByRole('button', { name: 'Close all day' }).click()
  const days = `${formatMediumDate(first)} to ${formatMediumDate(last)}`
  await expect(page.getByText(`The hours of ${days} are changed`).first()).toBeVisible()
  await expect(page.getByText('Closed · Summer holiday')).toHaveCount(7)
  // All of them, because other journeys look at free times of these weeks.
  for (let left = 6; left >= 0; left -= 1) {
    await page.getByRole('button', { name: `Edit ${formatMediumDate(addDays(first, left))}` }).click()
    await dialog.getByRole('button', { name: 'Usual hours' }).click()
    await expect(page.getByText('Closed · Summer holiday')).toHaveCount(left)
  }
})
