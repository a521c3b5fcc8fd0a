import { expect, type Locator, type Page } from '@playwright/test'
import { parseMediumDate } from '#contract/kit/time/clinic-date.ts'
import type { LoadingPath } from '#contract/site/pages.ts'
import { book } from '../support/bookings.ts'
import { payButton } from '../support/card/card.ts'
import { demoAdmin, type Person, signedIn, signUp } from '../support/people.ts'
import { test } from '../support/test.ts'

/** How far a page may move by itself: a thousandth of a window's height counts when all of the window moves by it. */
const most = 0.01

const text = (wanted: string) => (page: Page) => page.getByText(wanted).first()

/** The pages that load something: the requests that they wait for, and what is there once they were answered. */
const pages: Record<LoadingPath, [late: RegExp, arrived: (page: Page) => Locator]> = {
  '/appointment': [/\/available\?/, text('Price: $59')],
  '/dashboard': [/\/booking\?/, text('Pediatric Dental')],
  '/dashboard/account': [/\/api\/auth\/(account|devices)$/, text('This device')],
  '/dashboard/payment/:id': [/\/booking\/|\/create-payment-intent$/, payButton],
  '/dashboard/receipt/:id': [/\/booking\//, text('There is no receipt yet')],
  '/dashboard/users': [/\/user\?/, text('1 to ')],
  '/dashboard/addDoctor': [/\/service$/, (page) => page.getByRole('option', { name: 'Oral Surgery' })],
  '/dashboard/manageDoctor': [/\/doctor\?/, text('1 to ')],
  '/dashboard/activity': [/\/audit$/, text('Made ')],
}

test('no page jumps when what it shows arrives late', async ({ page, server }) => {
  test.setTimeout(240_000)
  await watchShifts(page)
  const admin = await demoAdmin(server)
  const { _id: id } = await book(server, admin, 'Pediatric Dental')
  await signedIn(page, server, admin)
  await doSomethingToList(page, await signUp(server))
  for (const [path, [late, arrived]] of Object.entries(pages)) {
    const letThrough = await hold(page, late)
    await page.goto(path.replace(':id', id))
    await expect(page.locator('.skeleton, [aria-busy="true"]').filter({ visible: true }).first()).toBeVisible()
    await letThrough()
    await expect(arrived(page)).toBeEnabled()
    const shifts = await shiftsOf(page)
    const sum = shifts.reduce((total, { value }) => total + value, 0)
    expect(sum, `${path}: ${JSON.stringify(shifts, null, 1)}`).toBeLessThanOrEqual(most)
  }
})

test('nothing jumps on the appointment page when the patient’s own appointments arrive late', async ({
  page,
  server,
}) => {
  await watchShifts(page)
  const person = await signUp(server)
  const { date } = await book(server, person, 'Cosmetic Dentistry')
  await signedIn(page, server, person)
  const letThrough = await hold(page, /\/booking\?/)
  await page.goto(`/appointment?date=${parseMediumDate(date)}`)
  await expect(page.getByText('Price: $59')).toBeVisible()
  await letThrough()
  await expect(page.getByText('You have this at')).toBeVisible()
  const shifts = await shiftsOf(page)
  expect(
    shifts.reduce((total, { value }) => total + value, 0),
    JSON.stringify(shifts),
  ).toBeLessThanOrEqual(most)
})

/** What an admin does is listed on their page of activity, which is longer then. */
async function doSomethingToList(page: Page, { email }: Person) {
  await page.goto(`/dashboard/users?search=${email}`)
  await page.getByRole('button', { name: 'Make Admin' }).click()
  await expect(page.getByRole('row').filter({ hasText: email })).toContainText('Admin')
}

/** Keeps the answers to requests for `address` back until the function that it gives is called. */
async function hold(page: Page, address: RegExp) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await released
    await route.continue()
  })
  return async () => {
    release()
    await page.unrouteAll({ behavior: 'wait' })
  }
}

/** Has each document of `page` note what moves in it by itself, from its first frame on. */
async function watchShifts(page: Page) {
  await page.addInitScript(() => {
    const shifts: object[] = Object.assign(window, { shifts: [] }).shifts
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { hadRecentInput, value, sources } = Object(entry)
        const moved = [...sources].map(({ node }) => (node?.outerHTML ?? node?.textContent)?.slice(0, 100))
        if (!hadRecentInput) shifts.push({ value, moved })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** What has moved so far, once what is due is painted. */
function shiftsOf(page: Page): Promise<{ value: number; moved: string[] }[]> {
  return page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
    return Object(window).shifts
  })
}
