import type { Locator, Page } from '@playwright/test'
import { addDays, formatMediumDate, type IsoDate, isIsoDate, isoWeekday } from '#contract/kit/time/clinic-date.ts'
import { appStarted } from './app-started.ts'

/** Returns the day of a cell of the calendar. */
export async function dayOf(cell: Locator): Promise<IsoDate> {
  const day = (await cell.getAttribute('data-day')) ?? ''
  if (!isIsoDate(day)) throw new Error(`No day: ${day}`)
  return day
}

/** Opens the whole month in the calendar, of which a phone shows two weeks. */
export async function showWholeMonth(page: Page): Promise<void> {
  await appStarted(page)
  await page.getByRole('button', { name: /^Go to the next/i }).waitFor()
  const whole = page.getByRole('button', { name: 'whole month', expanded: false })
  if (await whole.isVisible()) await whole.click()
}

/** Opens the next month in the calendar and chooses a day. Returns the date as the page shows it, such as
 *  `Dec 15, 2026`. */
export async function chooseDayOfNextMonth(page: Page, day: number): Promise<string> {
  await showWholeMonth(page)
  await page.getByRole('button', { name: 'next month' }).click()
  const cell = page.locator(`[data-day$="-${String(day).padStart(2, '0')}"]:not([data-outside])`)
  const date = await dayOf(cell)
  await cell.getByRole('button').click()
  await page.getByRole('heading', { name: `Available Appointments on ${formatMediumDate(date)}` }).waitFor()
  return formatMediumDate(date)
}

/** Opens the booking dialog of a treatment on the chosen day. Returns the dialog once it is visible. */
export async function openBooking(page: Page, treatment: string) {
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: treatment }) })
  await card.getByRole('button', { name: 'Book Appointment' }).click()
  const dialog = page.getByRole('dialog', { name: `Booking for: ${treatment}` })
  await dialog.waitFor()
  return dialog
}

/** Returns the first day from `from` on with a weekday, 1 for Monday. */
export function nextWeekday(from: IsoDate, weekday: number): IsoDate {
  return addDays(from, (weekday - isoWeekday(from) + 7) % 7)
}
