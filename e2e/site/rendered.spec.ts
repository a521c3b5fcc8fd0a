import { expect, type Page } from '@playwright/test'
import { addDays, clinicToday, parseMediumDate } from '#contract/kit/time/clinic-date.ts'
import { appStarted } from '../support/app-started.ts'
import { book } from '../support/bookings.ts'
import { chooseDayOfNextMonth, openBooking } from '../support/calendar.ts'
import { delay } from '../support/delay.ts'
import { signInAs, signUp } from '../support/people.ts'
import { test } from '../support/test.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: /^Booking for:/ })
const cards = (page: Page) => page.getByRole('button', { name: 'Book Appointment' })

/** Opens a page whose app does not start until the returned function is called. */
async function openWithoutApp(page: Page, url: string) {
  const release = await delay(page, /\/assets\/base-.*\.js$/)
  await page.goto(url, { waitUntil: 'commit' })
  return release
}

/** Collects the calls that the page makes. */
function recordCalls(page: Page) {
  const calls: string[] = []
  page.on('request', (request) => {
    if (['fetch', 'xhr'].includes(request.resourceType())) calls.push(new URL(request.url()).pathname)
  })
  return calls
}

test.beforeEach(async ({ page, server }) => signInAs(page, server, await signUp(server)))

test('the month and the cards stand before the app starts, and what is pressed then has its effect', async ({
  page,
}) => {
  const calls = recordCalls(page)
  // In the evening today has no free times.
  const day = addDays(clinicToday(new Date(), 'America/New_York'), 1)
  const start = await openWithoutApp(page, `/appointment?date=${day}`)
  await expect(cards(page).first()).toBeVisible()
  await expect(page.getByRole('grid')).toBeVisible()
  expect(calls).toEqual([])
  await cards(page).first().click()
  await expect(cards(page).first()).toHaveAttribute('aria-busy', 'true')
  start()
  await expect(dialog(page)).toBeVisible()
  expect(calls).not.toContain('/api/auth/get-session')
  expect(calls).not.toContain('/offer')
})

test('a dentist chosen before the app starts is chosen', { tag: '@any-width' }, async ({ page }) => {
  const start = await openWithoutApp(page, '/appointment')
  const dentists = page.getByRole('combobox', { name: 'Dentist' })
  await dentists.selectOption('Dr. Amara Okafor')
  start()
  await expect(page).toHaveURL(/doctor=/)
  await expect(dentists.getByRole('option', { selected: true })).toHaveText('Dr. Amara Okafor')
  await expect(page.getByText('with Dr. Amara Okafor').first()).toBeVisible()
})

test('My Appointments and the payment stand before the app starts', async ({ page }) => {
  await page.goto('/appointment')
  await chooseDayOfNextMonth(page, 21)
  const form = await openBooking(page, 'Teeth Cleaning')
  await form.getByLabel('Phone').fill('212 555 0142')
  await form.getByRole('button', { name: 'Submit' }).click()
  await expect(form).toBeHidden()
  const startList = await openWithoutApp(page, '/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Appointments: 1')
  const pay = page.getByRole('link', { name: /^pay \$59/ })
  await expect(pay).toBeVisible()
  const url = await pay.getAttribute('href')
  startList()
  const startPayment = await openWithoutApp(page, url ?? '')
  await expect(page.getByRole('region', { name: 'Appointment' })).toContainText('Teeth Cleaning')
  startPayment()
  await expect(page.getByRole('button', { name: 'Pay', exact: true })).toBeEnabled()
})

for (const { timezoneId, isNamed } of [
  { timezoneId: 'America/New_York', isNamed: false },
  { timezoneId: 'Europe/Berlin', isNamed: true },
]) {
  test.describe(`in the time zone ${timezoneId}`, () => {
    test.use({ timezoneId })

    test('the start of the app moves nothing', async ({ page, server }) => {
      const person = await signUp(server)
      const { _id: id, date } = await book(server, person)
      await signInAs(page, server, person)
      await delay(page, /\/stripe\.js$/)
      for (const path of [`/appointment?date=${parseMediumDate(date)}`, '/dashboard', `/dashboard/payment/${id}`]) {
        const start = await openWithoutApp(page, path)
        await expect(page.getByText('Teeth Cleaning').first()).toBeVisible()
        await expect(page.getByText('(New York time)').first()).toBeVisible({ visible: isNamed })
        await page.waitForFunction(() => performance.getEntriesByType('paint').length > 0)
        const before = await places(page)
        start()
        await appStarted(page)
        await expect.poll(() => places(page)).toEqual(before)
      }
    })
  })
}

/** Returns each link and button that the page shows, with its place in the document's font. The calendar of a phone is
 *  in the document of a desktop, hidden, and the other way round. */
async function places(page: Page) {
  await page.evaluate(async () => void (await document.fonts.ready))
  return page.locator('main :is(a, button)').evaluateAll((elements) =>
    elements
      .filter((element) => element.checkVisibility())
      .map((element) => {
        const { x, y } = element.getBoundingClientRect()
        return `${element.textContent} at ${Math.round(x)}, ${Math.round(y)}`
      }),
  )
}

test('Back and Forward before the app starts end at the right page', { tag: '@any-width' }, async ({
  page,
  server,
}) => {
  const person = await signUp(server)
  await book(server, person)
  await signInAs(page, server, person)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: /^pay/ }).click()
  const pay = page.getByRole('button', { name: 'Pay', exact: true })
  await expect(pay).toBeEnabled()
  const start = await delay(page, /\/assets\/base-.*\.js$/)
  await page.goBack({ waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Appointments: 1')
  await page.evaluate(() => history.forward())
  await expect(page).toHaveURL(/payment/)
  start()
  await expect(pay).toBeEnabled()
})

test('after a sign-out, Back does not show the data of that person', async ({ page, context, allowConsole }) => {
  // A page that was left before its token came asks again.
  allowConsole(/status of 401/)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Appointments: 0')
  await page.goto('/about')
  await context.clearCookies()
  await page.goBack()
  await expect(page).toHaveURL(/\/login/)
})
