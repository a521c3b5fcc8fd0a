import { expect, type Page } from '@playwright/test'
import { formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import { appStarted } from '../support/app-started.ts'
import { chooseDayOfNextMonth, dayOf } from '../support/calendar.ts'
import { signInAs, signUp } from '../support/people.ts'
import { test } from '../support/test.ts'

/** Returns a day of the visible month with its button and a promise of its availability response. */
async function dayOfMonth(page: Page, day: number) {
  const cell = page.locator(`[data-day$="-${day}"]:not([data-outside])`)
  const date = formatMediumDate(await dayOf(cell))
  const response = page.waitForResponse((one) => new URL(one.url()).searchParams.get('date') === date)
  return { date, button: cell.getByRole('button'), response }
}

test('the next day, and a day under the pointer or the focus, are fetched before they are chosen', {
  tag: '@any-width',
}, async ({ page, server }) => {
  // Cached responses expire; on a slow machine they would do so during the test.
  await page.clock.setFixedTime(new Date())
  await signInAs(page, server, await signUp(server))
  const requestedDates: (string | null)[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/available') requestedDates.push(searchParams.get('date'))
  })
  const expectFetchedOnce = async (date: string) => {
    await expect(page.getByRole('heading', { name: `Available Appointments on ${date}` })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Book Appointment' })).toHaveCount(9)
    expect(requestedDates.filter((other) => other === date)).toHaveLength(1)
  }
  await page.goto('/appointment')
  await page.getByRole('button', { name: 'next month' }).click()
  const following = await dayOfMonth(page, 11)
  const hovered = await dayOfMonth(page, 18)
  const focused = await dayOfMonth(page, 25)
  await page.getByRole('button', { name: 'previous month' }).click()

  await chooseDayOfNextMonth(page, 10)
  await following.response
  await following.button.click()
  await expectFetchedOnce(following.date)

  await hovered.button.hover()
  await hovered.response
  await hovered.button.click()
  await expectFetchedOnce(hovered.date)

  await page.keyboard.press('ArrowDown')
  await focused.response
  await page.keyboard.press('Enter')
  await expectFetchedOnce(focused.date)

  // The badges on the cards have already fetched the list, so the dashboard needs no response.
  await page.route(/\/booking\?patient=/, () => undefined)
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'My Appointments: 0' })).toBeVisible()
})

test('hovering over the link to My Appointments fetches the list', { tag: '@any-width' }, async ({ page, server }) => {
  await signInAs(page, server, await signUp(server))
  await page.goto('/dashboard/history')
  const response = page.waitForResponse(/\/booking\?patient=/)
  const link = page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'My Appointments' })
  await link.hover()
  await response
  await page.route(/\/booking\?patient=/, () => undefined)
  await link.click()
  await expect(page.getByRole('heading', { name: 'My Appointments: 0' })).toBeVisible()
})

test('until somebody uses a page, it loads at most 17 scripts, and neither dialogs nor the next page', {
  tag: '@any-width',
}, async ({ page, server }) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
  })
  const open = async (path: string) => {
    scripts.length = 0
    await page.goto(path)
    await appStarted(page)
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    // Two of them write the page that is shown without a network.
    expect(scripts.length).toBeLessThanOrEqual(17)
  }
  await open('/login')
  const nextPage = page.waitForRequest(/AppointmentPage/)
  expect(scripts.filter((path) => path.includes('AppointmentPage'))).toEqual([])
  await page.keyboard.press('Tab')
  await nextPage

  await signInAs(page, server, await signUp(server))
  await open('/appointment')
  const dialogs = page.waitForRequest(/dialogs-/)
  expect(scripts.filter((path) => path.includes('dialogs-'))).toEqual([])
  await page.mouse.move(200, 200)
  await dialogs
})
