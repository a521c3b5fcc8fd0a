import { expect, type Page } from '@playwright/test'
import { formatMediumDate, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { chooseDayOfNextMonth } from '../support/calendar.ts'
import { signedIn, signUp } from '../support/people.ts'
import { test } from '../support/test.ts'

/** A day of the month that is shown, and the answer that tells what is free on it. */
async function dayOf(page: Page, day: number) {
  const cell = page.locator(`[data-day$="-${day}"]:not([data-outside])`)
  const date = formatMediumDate((await cell.getAttribute('data-day')) as IsoDate)
  const answered = page.waitForResponse((answer) => new URL(answer.url()).searchParams.get('date') === date)
  return { date, button: cell.getByRole('button'), answered }
}

test('what is likely to be asked for next is there before it is asked for', { tag: '@any-width' }, async ({
  page,
  server,
}) => {
  // What is known grows old by the clock, however slow the machine is.
  await page.clock.setFixedTime(new Date())
  await signedIn(page, server, await signUp(server))
  const asked: (string | null)[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/available') asked.push(searchParams.get('date'))
  })
  const isShown = async (date: string) => {
    await expect(page.getByRole('heading', { name: `Available Appointments on ${date}` })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Book Appointment' })).toHaveCount(6)
    expect(asked.filter((other) => other === date)).toHaveLength(1)
  }
  await page.goto('/appointment')
  await page.getByRole('button', { name: 'next month' }).click()
  const next = await dayOf(page, 11)
  const rested = await dayOf(page, 18)
  const below = await dayOf(page, 25)
  await page.getByRole('button', { name: 'previous month' }).click()

  await chooseDayOfNextMonth(page, 10)
  await next.answered
  await next.button.click()
  await isShown(next.date)

  await rested.button.hover()
  await rested.answered
  await rested.button.click()
  await isShown(rested.date)

  await page.keyboard.press('ArrowDown')
  await below.answered
  await page.keyboard.press('Enter')
  await isShown(below.date)

  // The list is known from the badges on the cards, and is fetched again only once it is old.
  await page.route(/\/booking\?patient=/, () => undefined)
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'My Appointments: 0' })).toBeVisible()
})

test('the list of appointments is fetched when the pointer comes to its link', { tag: '@any-width' }, async ({
  page,
  server,
}) => {
  await signedIn(page, server, await signUp(server))
  await page.goto('/dashboard/history')
  const listed = page.waitForResponse(/\/booking\?patient=/)
  await page.getByRole('link', { name: 'My Appointments' }).hover()
  await listed
  await page.route(/\/booking\?patient=/, () => undefined)
  await page.getByRole('link', { name: 'My Appointments' }).click()
  await expect(page.getByRole('heading', { name: 'My Appointments: 0' })).toBeVisible()
})
