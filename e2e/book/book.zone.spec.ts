import { expect } from '@playwright/test'
import { clinicToday, formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import { chooseDayOfNextMonth, openBooking } from '../support/calendar.ts'
import { fact } from '../support/fact.ts'
import { signInAs, signUp } from '../support/people.ts'
import { test } from '../support/test.ts'

// The browser is on the Chatham Islands, where it is already the next day for most of the clinic's day.
const clinicZone = 'America/New_York'

test('the calendar opens on the clinic’s today, and the chosen date is the one booked', async ({ page, server }) => {
  await signInAs(page, server, await signUp(server))
  await page.goto('/appointment')
  const today = formatMediumDate(clinicToday(new Date(), clinicZone))
  await expect(page.getByRole('heading', { name: `Available Appointments on ${today}` })).toBeVisible()

  const date = await chooseDayOfNextMonth(page, 1)
  const dialog = await openBooking(page, 'Teeth Cleaning')
  await expect(fact(dialog, 'Date')).toHaveText(date)
  await expect(page.getByText(/free times across/)).toContainText('(New York time)')
  await expect(page.getByText('First free').first()).toHaveText('First free (New York time)')
  await expect(dialog.getByLabel('Time')).toHaveAccessibleDescription('(New York time)')
  await dialog.getByLabel('Phone').fill('212 555 0142')
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText(`Appointment is set, ${date} at 08.00 AM - 08.30 AM`).first()).toBeVisible()
  await expect(page.getByRole('region', { name: /^You’re booked: .*\(New York time\)$/ })).toBeVisible()
  await page.goto('/dashboard')
  await expect(page.getByRole('row').filter({ hasText: date })).toContainText('(New York time)')
})

for (const hours of [-10, 10, -48, 48])
  test(`a browser whose clock is ${Math.abs(hours)} hours ${hours < 0 ? 'slow' : 'fast'} opens on the clinic’s today`, async ({
    page,
    server,
  }) => {
    await page.clock.setFixedTime(new Date(Date.now() + hours * 3_600_000))
    await signInAs(page, server, await signUp(server))
    await page.goto('/appointment')
    const today = clinicToday(new Date(), clinicZone)
    const heading = page.getByRole('heading', { name: `Available Appointments on ${formatMediumDate(today)}` })
    await expect(heading).toBeVisible()
    await expect(page.locator(`[data-day="${today}"]`).getByRole('button')).toBeEnabled()
    await page.reload()
    await expect(heading).toBeVisible()
  })
