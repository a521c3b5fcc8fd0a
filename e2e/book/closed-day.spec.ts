import { expect, type Page } from '@playwright/test'
import {
  addDays,
  addMonths,
  clinicToday,
  formatMediumDate,
  type IsoDate,
  type IsoMonth,
  monthOf,
} from '#contract/kit/time/clinic-date.ts'
import { axeInBothSchemes } from '../support/accessibility.ts'
import { closeDay } from '../support/clinic/days.ts'
import { signInAs, signUp } from '../support/people.ts'
import { test } from '../support/test.ts'

const month = addMonths(monthOf(clinicToday(new Date(), 'America/New_York')), 8)
const closed: IsoDate = `${month}-20`
const dayButton = (page: Page, day: IsoDate) => page.locator(`[data-day="${day}"]`).getByRole('button')
const brief = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' })
const short = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'short', day: 'numeric', timeZone: 'UTC' })

test(
  'a closed day says why, by pointer and by keyboard, and can’t be chosen',
  { tag: '@any-width' },
  async ({ page, server }, { project }) => {
    await closeDay(server, closed, 'Public holiday')
    await signInAs(page, server, await signUp(server))
    const chosen = addDays(closed, 1)
    await page.goto(`/appointment?date=${chosen}`)
    const day = dayButton(page, closed)
    await expect(day).toHaveAccessibleName(/, closed: Public holiday, can’t be chosen$/)
    await expect(day).toHaveAttribute('aria-disabled', 'true')
    const remark = page.getByText(`Closed on ${brief.format(new Date(closed))}: Public holiday`)
    const cards = page.getByRole('heading', { name: /^Available Appointments on/ })
    const before = await cards.boundingBox()
    // `force`, because Playwright would wait for a disabled button to be enabled.
    await (project.name === 'phone' ? day.tap({ force: true }) : day.hover())
    await expect(remark).toBeVisible()
    expect(await cards.boundingBox()).toEqual(before)
    await axeInBothSchemes(page)
    await dayButton(page, addDays(closed, 2)).hover()
    await dayButton(page, chosen).focus()
    await expect(remark).toBeHidden()
    await page.mouse.move(0, 0)
    await page.keyboard.press('ArrowLeft')
    await expect(day).toBeFocused()
    await expect(remark).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/appointment?date=${chosen}`)

    await page.goto(`/appointment?date=${closed}`)
    await expect(page.getByText('We’re closed this day: Public holiday')).toBeVisible()
    await page.getByRole('button', { name: `Show ${short.format(new Date(chosen))}`, exact: true }).click()
    await expect(page).toHaveURL(`/appointment?date=${chosen}`)
  },
)

/** Leaves nothing of `treatment` free on `day`. */
async function fillTreatment(page: Page, day: IsoDate, treatment: string) {
  await page.route(`**/available?date=${encodeURIComponent(formatMediumDate(day))}`, async (route) => {
    const response = await route.fetch()
    const treatments: { name: string }[] = await response.json()
    const json = treatments.map((one) => (one.name === treatment ? { ...one, slots: [] } : one))
    await route.fulfill({ response, json })
  })
}

test('a card without free times offers the next day that has some, by keyboard', { tag: '@any-width' }, async ({
  page,
  server,
}) => {
  const day: IsoDate = `${addMonths(month, 1)}-28`
  await fillTreatment(page, day, 'Teeth Cleaning')
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/available/next')) requests.push(request.url())
  })
  await signInAs(page, server, await signUp(server))
  await page.goto(`/appointment?date=${day}`)
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Teeth Cleaning' }) })
  await expect(card.getByText('Try another date.')).toBeVisible()
  const following = addDays(day, 1)
  const next = page.getByRole('button', { name: /^Next free:/ })
  await expect(next).toHaveText(`Next free: ${brief.format(new Date(following))}`)
  await axeInBothSchemes(page)
  await next.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/appointment?date=${following}`)
  await expect(card.getByText('16 spaces available')).toBeVisible()
  await expect(next).toBeHidden()
  const heading = `Available Appointments on ${formatMediumDate(following)}`
  await expect(page.getByRole('heading', { name: heading })).toBeFocused()
  expect(requests).toHaveLength(1)
})

test('a day with nothing free is marked and can be chosen', { tag: '@any-width' }, async ({ page, server }) => {
  const full: IsoDate = `${month}-15`
  await page.route('**/available/month?*', async (route) => {
    const response = await route.fetch()
    const { days } = await response.json()
    const date = formatMediumDate(full)
    await route.fulfill({
      response,
      json: { days: days.map((day: { date: string }) => (day.date === date ? { date, state: 'full' } : day)) },
    })
  })
  await signInAs(page, server, await signUp(server))
  await page.goto(`/appointment?date=${month}-14`)
  const day = dayButton(page, full)
  await expect(day).toHaveAccessibleName(/, nothing free$/)
  await expect(day).toHaveCSS('text-decoration-line', 'line-through')
  await axeInBothSchemes(page)
  await day.click()
  await expect(page).toHaveURL(`/appointment?date=${full}`)
})

test('each month is requested once, the first with the page, and the next one before it is shown', {
  tag: '@any-width',
}, async ({ page, server }) => {
  await page.clock.setFixedTime(new Date())
  const requested: (string | null)[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/available/month') requested.push(searchParams.get('month'))
  })
  await signInAs(page, server, await signUp(server))
  await page.goto(`/appointment?date=${month}-14`)
  const months = [0, 1, 2].map((ahead): IsoMonth => addMonths(month, ahead))
  // Until somebody uses the page, it requests nothing more.
  await page.getByRole('button', { name: 'next month' }).hover()
  await expect.poll(() => requested).toEqual(months.slice(1, 2))
  await page.getByRole('button', { name: 'next month' }).click()
  await expect.poll(() => requested).toEqual(months.slice(1))
  await page.getByRole('button', { name: 'previous month' }).click()
  await expect(dayButton(page, `${month}-14`)).toBeVisible()
  expect(requested).toEqual(months.slice(1))
})

test('the calendar works when a month can’t be loaded', { tag: '@any-width' }, async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 500/)
  await page.route('**/available/month?*', (route) => route.fulfill({ status: 500 }))
  await signInAs(page, server, await signUp(server))
  await page.goto(`/appointment?date=${month}-14`)
  await dayButton(page, `${month}-15`).click()
  await expect(page).toHaveURL(`/appointment?date=${month}-15`)
  await expect(page.getByText(/free times across 9 treatments/)).toBeVisible()
})
