import { expect, type Page } from '@playwright/test'
import { demoAdmin, signInAs, signUp } from '../support/people.ts'
import { test } from '../support/test.ts'

test('a new page starts at its top, and Back and Forward return to where a page was left', async ({ page, server }) => {
  await signInAs(page, server, await signUp(server))
  await page.goto('/appointment')
  await expect(page.getByRole('button', { name: 'Book Appointment' }).first()).toBeVisible()
  const scrollTop = () => page.evaluate(() => Math.round(scrollY))
  const link = page.getByRole('navigation', { name: 'Footer' }).getByRole('link', { name: 'Privacy' })
  await scrollDown(page, 300)
  await link.evaluate((element) => element.focus({ preventScroll: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy')
  await expect(page).toHaveTitle(/^Privacy \|/)
  expect(await scrollTop()).toBe(0)
  await scrollDown(page, 200)

  await page.goBack()
  await expect(page).toHaveTitle(/^Appointment \|/)
  await expect.poll(scrollTop).toBe(300)
  await page.goForward()
  await expect(page).toHaveTitle(/^Privacy \|/)
  await expect.poll(scrollTop).toBe(200)
})

test('a page whose script an update has removed loads as a new document', async ({ page, server, allowConsole }) => {
  allowConsole(/status of 404/)
  await signInAs(page, server, await signUp(server))
  await page.goto('/dashboard/history')
  await expect(page.getByRole('heading', { name: 'My History' })).toBeVisible()
  let isReloaded = false
  page.on('request', (request) => {
    isReloaded ||= request.isNavigationRequest()
  })
  await page.route('**/assets/ReviewsPage-*', (route) =>
    isReloaded ? route.continue() : route.fulfill({ status: 404 }),
  )
  const [document] = await Promise.all([
    page.waitForRequest((request) => request.isNavigationRequest()),
    page.evaluate(() => window.document.querySelector<HTMLElement>('a[href="/dashboard/review"]')?.click()),
  ])
  expect(new URL(document.url()).pathname).toBe('/dashboard/review')
  await expect(page.getByRole('heading', { name: 'My Reviews' })).toBeVisible()
})

test('a page that can’t start says so, and Try again shows it', async ({ page, server, allowConsole }) => {
  allowConsole(/status of 404|Failed to fetch dynamically imported module/)
  await signInAs(page, server, await signUp(server))
  await page.route('**/assets/ReviewsPage-*', (route) => route.fulfill({ status: 404 }))
  await page.goto('/dashboard/review')
  await expect(page.getByRole('heading', { name: 'Something went wrong on this page' })).toBeVisible()
  await expect(page).toHaveTitle('Something went wrong')

  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'My Reviews' })).toBeVisible()
})

test('a page stays when the code of its dialogs can’t be loaded in the background, and a press loads it', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED/)
  await signInAs(page, server, await demoAdmin(server))
  await page.route('**/assets/UserAccountDialog-*', (route) => route.abort(), { times: 1 })
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('UserAccountDialog'))
  await page.goto('/dashboard/users')
  await page.getByRole('button', { name: 'Account' }).first().hover()
  await failed
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))

  await page.getByRole('button', { name: 'Account' }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
})

/** Scrolls, and waits until the page has noticed. */
async function scrollDown(page: Page, top: number) {
  await page.evaluate(
    (to) =>
      new Promise((resolve) => {
        addEventListener('scroll', () => setTimeout(resolve), { once: true })
        scrollTo(0, to)
      }),
    top,
  )
}
