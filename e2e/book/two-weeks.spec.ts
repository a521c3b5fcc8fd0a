import { expect, type Locator, type Page } from '@playwright/test'
import { addDays, clinicToday, formatMediumDate, type IsoDate, isoWeekday } from '#contract/kit/time/clinic-date.ts'
import { axeInBothSchemes, expectRoomForLargeText, sidewaysProblems } from '../support/accessibility.ts'
import { dayOf } from '../support/calendar.ts'
import { signInAs, signUp } from '../support/people.ts'
import { shoot } from '../support/shots.ts'
import { test } from '../support/test.ts'

const smallPhone = { width: 375, height: 667 }
const today = clinicToday(new Date(), 'America/New_York')
const sundayOf = (day: IsoDate) => addDays(day, -(isoWeekday(day) % 7))
const heading = (page: Page, day: IsoDate) =>
  page.getByRole('heading', { name: `Available Appointments on ${formatMediumDate(day)}` })
const days = (page: Page) => page.locator('[data-day]')
const dayButton = (page: Page, day: IsoDate) => page.locator(`[data-day="${day}"]`).getByRole('button')

/** Waits until the calendar shows two weeks, from a day on. */
async function expectTwoWeeksFrom(page: Page, first: IsoDate) {
  await expect(days(page)).toHaveCount(14)
  await expect.poll(() => dayOf(days(page).first())).toBe(first)
  expect(await dayOf(days(page).last())).toBe(addDays(first, 13))
}

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error(`${locator} is not shown`)
  return box
}

test.beforeEach(async ({ page, server, isMobile }) => {
  test.skip(!isMobile, 'a desktop shows the month')
  await page.setViewportSize(smallPhone)
  await signInAs(page, server, await signUp(server))
})

test('a small phone shows two weeks and a button to book in the first screen', async ({ page }) => {
  // Today, finished or not, and a day on which every treatment is free.
  for (const [day, path] of [
    [today, '/appointment'],
    [addDays(today, 50), `/appointment?date=${addDays(today, 50)}`],
  ] as const) {
    await page.goto(path)
    await expectTwoWeeksFrom(page, sundayOf(day))
    const { width, height } = await boxOf(dayButton(page, addDays(day, 1)))
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
    const book = page
      .getByRole('main')
      .getByRole('button', { name: /^Book /, disabled: false })
      .first()
    await expect(book).toBeVisible()
    const { y, height: ofButton } = await boxOf(book)
    expect(y + ofButton, path).toBeLessThanOrEqual(smallPhone.height)
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
  }
  await axeInBothSchemes(page)
  await shoot(page, 'two-weeks')
})

test('the arrows turn two weeks, a chosen day stays where it is, and the month is a press away', async ({ page }) => {
  const sunday = sundayOf(addDays(today, 40))
  await page.goto(`/appointment?date=${addDays(sunday, 2)}`)
  await expectTwoWeeksFrom(page, sunday)
  await page.getByRole('button', { name: 'Go to the next two weeks' }).tap()
  await expectTwoWeeksFrom(page, addDays(sunday, 14))
  await page.getByRole('button', { name: 'Go to the previous two weeks' }).tap()
  await page.getByRole('button', { name: 'Go to the previous two weeks' }).tap()
  await expectTwoWeeksFrom(page, addDays(sunday, -14))
  // In the second row.
  const chosen = addDays(sunday, -4)
  await dayButton(page, chosen).tap()
  await expect(heading(page, chosen)).toBeVisible()
  await expectTwoWeeksFrom(page, addDays(sunday, -14))

  const whole = page.getByRole('button', { name: 'whole month' })
  await expect(whole).toHaveAttribute('aria-expanded', 'false')
  expect((await boxOf(page.locator('.rdp-month_caption'))).height).toBeGreaterThanOrEqual(44)
  await whole.press('Enter')
  await expect(whole).toHaveAttribute('aria-expanded', 'true')
  await expect(whole).toBeFocused()
  await expect(page.getByRole('button', { name: 'Go to the Next Month' })).toBeVisible()
  await expect(dayButton(page, `${chosen.slice(0, 7)}-15` as IsoDate)).toBeVisible()
  await axeInBothSchemes(page)
  await shoot(page, 'whole-month')
  await whole.press('Enter')
  await expectTwoWeeksFrom(page, addDays(sunday, -14))
})

test('the keys of the calendar go through two weeks and beyond', async ({ page }) => {
  const sunday = sundayOf(addDays(today, 60))
  await page.goto(`/appointment?date=${addDays(sunday, 3)}`)
  await dayButton(page, addDays(sunday, 3)).focus()
  const focused = async () => dayOf(page.locator('[data-day]:has(:focus)'))
  for (const [key, day] of [
    ['Home', sunday],
    ['End', addDays(sunday, 6)],
    ['ArrowDown', addDays(sunday, 13)],
    ['ArrowRight', addDays(sunday, 14)],
    ['ArrowUp', addDays(sunday, 7)],
    ['PageDown', addDays(sunday, 21)],
    ['PageUp', addDays(sunday, 7)],
    ['ArrowLeft', addDays(sunday, 6)],
  ] as const) {
    await page.keyboard.press(key)
    await expect.poll(focused, key).toBe(day)
  }
  await page.keyboard.press('Enter')
  await expect(heading(page, addDays(sunday, 6))).toBeVisible()
  await expectTwoWeeksFrom(page, sunday)
})

test('two weeks fit on a narrow phone with text twice as large', async ({ page }) => {
  await page.goto('/appointment')
  await expect(days(page)).toHaveCount(14)
  await expectRoomForLargeText(page, 'two weeks')
  await page.setViewportSize({ width: 320, height: 640 })
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  expect(await page.evaluate(sidewaysProblems)).toEqual([])
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/two-weeks-large.png`, fullPage: true })
  await page.getByRole('button', { name: 'whole month' }).tap()
  expect(await page.evaluate(sidewaysProblems)).toEqual([])
})
