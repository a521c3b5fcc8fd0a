import { expect, type Locator, type Page } from '@playwright/test'
import { parseMediumDate } from '#contract/kit/time/clinic-date.ts'
import type { LoadingPath } from '#contract/site/pages.ts'
import { book } from '../support/bookings.ts'
import { payButton } from '../support/card/card.ts'
import { delay } from '../support/delay.ts'
import { callDesk, changeRules } from '../support/desk.ts'
import { demoAdmin, type Person, signInAs, signUp } from '../support/people.ts'
import { test } from '../support/test.ts'

/** Highest accepted cumulative layout shift of a page; Core Web Vitals call 0.1 good. */
const maxShift = 0.01

const text = (content: string | RegExp) => (page: Page) => page.getByText(content).first()

/** The pages that load data: the requests that the test delays, and an element that shows their data. */
const pages: Record<LoadingPath, [delayed: RegExp, loaded: (page: Page) => Locator]> = {
  '/appointment': [/\/available[/?]/, text('Price: $59')],
  '/dashboard': [/\/booking\?/, text('Pediatric Dental')],
  '/dashboard/account': [/\/api\/auth\/(account|devices)$/, text('This device')],
  '/dashboard/payment/:id': [/\/booking\/|\/create-payment-intent$/, payButton],
  '/dashboard/receipt/:id': [/\/booking\//, text('There is no receipt yet')],
  '/dashboard/day': [/\/desk\/day\?/, text(/\bappointments?$/)],
  '/dashboard/patients': [/\/desk\/patients\/list/, text('1 to ')],
  '/dashboard/patients/:id': [/\/desk\/patients\/[^/]+$/, text('There is no such patient')],
  '/dashboard/patients/:id/merge/:former': [/\/merge\?/, text('These records can’t be merged')],
  '/dashboard/recalls': [/\/desk\/recalls/, text('Nobody to call')],
  '/dashboard/waitingList': [/\/desk\/waiting-list/, text('Nobody is waiting')],
  '/dashboard/till': [/\/desk\/till(\?|$)/, text('Payments and refunds')],
  '/dashboard/reports': [/\/reports\?/, (page) => page.getByRole('heading', { name: 'Appointments by day' })],
  '/dashboard/users': [/\/user\?/, text('1 to ')],
  '/dashboard/staff': [/\d\/staff$/, text('This is you')],
  '/dashboard/addDoctor': [/\/service$/, (page) => page.getByRole('option', { name: 'Oral Surgery' })],
  '/dashboard/manageDoctor': [/\/doctor\?/, text('1 to ')],
  '/dashboard/attention': [/\/calendar\/attention$/, text(/^Needs attention: \d/)],
  '/dashboard/treatments': [/\/calendar$/, (page) => page.getByRole('button', { name: 'Edit Oral Surgery' })],
  '/dashboard/openingHours': [/\/calendar$/, text('Booking rules')],
  '/dashboard/manageDoctor/:id': [/\/calendar$/, text('There is no such doctor')],
  '/dashboard/chairs': [/\/calendar$/, text('No chairs')],
  '/dashboard/clinic': [/:\d+\/clinic$/, (page) => page.getByRole('heading', { name: 'Reviews' })],
  '/dashboard/messages': [/:\d+\/messages$/, (page) => page.getByRole('button', { name: 'Preview' })],
  '/dashboard/outsideServices': [/:\d+\/outsideServices$/, (page) => page.getByLabel('Mail server')],
  '/dashboard/setup': [/:\d+\/clinic\/ready$/, text('Needed before you open')],
  '/dashboard/patients/import': [/\/patient-imports$/, (page) => page.getByRole('button', { name: 'Read the file' })],
  '/dashboard/activity': [/\/audit$/, text('Made ')],
}

test('late responses do not shift the layout of any page', async ({ page, server, allowConsole }) => {
  allowConsole(/status of 404/)
  test.setTimeout(240_000)
  await watchShifts(page)
  const admin = await demoAdmin(server)
  const { _id: id, date } = await book(server, admin, 'Pediatric Dental')
  const note = 'Team training in the afternoon, please call twice'
  await changeRules(server, { kind: 'set-day', day: { date, note, periods: [{ from: 480, until: 1020 }] } })
  await signInAs(page, server, admin)
  await recordAdminAction(page, await signUp(server))
  for (const [path, [delayed, loaded]] of Object.entries(pages)) {
    const release = await delay(page, delayed)
    // Its sentence takes two lines on a phone. Today's can take more, about what other tests have left.
    const query = path === '/dashboard/day' ? `?date=${parseMediumDate(date)}` : ''
    await page.goto(path.replace(':id', id) + query)
    await expect(page.locator('.skeleton, [aria-busy="true"]').filter({ visible: true }).first()).toBeVisible()
    release()
    await page.unrouteAll({ behavior: 'wait' })
    await expect(loaded(page)).toBeEnabled()
    const shifts = await shiftsOf(page)
    const sum = shifts.reduce((total, { value }) => total + value, 0)
    expect(sum, `${path}: ${JSON.stringify(shifts, null, 1)}`).toBeLessThanOrEqual(maxShift)
  }
})

test('the patient’s own appointments, when late, do not shift the booking screen', async ({ page, server }) => {
  await watchShifts(page)
  const person = await signUp(server)
  const { date } = await book(server, person, 'Cosmetic Dentistry')
  await signInAs(page, server, person)
  const release = await delay(page, /\/booking\?/)
  await page.goto(`/appointment?date=${parseMediumDate(date)}`)
  await expect(page.getByText('Price: $59')).toBeVisible()
  release()
  await page.unrouteAll({ behavior: 'wait' })
  await expect(page.getByText('You have this at')).toBeVisible()
  const shifts = await shiftsOf(page)
  expect(
    shifts.reduce((total, { value }) => total + value, 0),
    JSON.stringify(shifts),
  ).toBeLessThanOrEqual(maxShift)
})

test('a patient’s emails, when late, do not shift their record', async ({ page, server }) => {
  await watchShifts(page)
  const admin = await demoAdmin(server)
  const [found] = await callDesk(server, 'GET', `/desk/patients?search=${admin.email}`)
  await signInAs(page, server, admin)
  const release = await delay(page, /\/emails$/)
  await page.goto(`/dashboard/patients/${found._id}`)
  await expect(page.getByText('Loading the emails')).toBeAttached()
  release()
  await page.unrouteAll({ behavior: 'wait' })
  await expect(page.getByText('Loading the emails')).not.toBeAttached()
  const shifts = await shiftsOf(page)
  expect(
    shifts.reduce((total, { value }) => total + value, 0),
    JSON.stringify(shifts),
  ).toBeLessThanOrEqual(maxShift)
})

/** Promotes a user, so that Activity has an entry to show. */
async function recordAdminAction(page: Page, { email }: Person) {
  await page.goto(`/dashboard/users?search=${email}`)
  await page.getByRole('button', { name: 'Make Admin' }).click()
  await expect(page.getByRole('row').filter({ hasText: email })).toContainText('Admin')
}

/** Records layout shifts that follow no input, in each document of `page` from its first frame on. */
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

/** Returns the layout shifts so far, after the pending frames. */
function shiftsOf(page: Page): Promise<{ value: number; moved: string[] }[]> {
  return page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
    return Object(window).shifts
  })
}
