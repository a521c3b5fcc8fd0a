import { expect, type Page } from '@playwright/test'
import { chooseDayOfNextMonth } from '../support/calendar.ts'
import { signInAs, signUp } from '../support/people.ts'
import { test } from '../support/test.ts'

/** Counts requests for `url` and delays them until `release` continues or aborts them. */
async function delay(page: Page, url: RegExp) {
  let count = 0
  const { promise: released, resolve: release } = Promise.withResolvers<'abort' | 'continue'>()
  await page.route(url, async (route) => {
    count += 1
    await route[await released]()
  })
  return { count: () => count, release }
}

test('a slow booking form shows that it is loading, and a failed one can be opened again', {
  tag: '@any-width',
}, async ({ page, server, allowConsole }) => {
  allowConsole(/ERR_FAILED/)
  await signInAs(page, server, await signUp(server))
  const form = await delay(page, /\/dialogs-.*\.js$/)
  await page.goto('/appointment')
  await chooseDayOfNextMonth(page, 12)
  const button = page.getByRole('button', { name: 'Book Appointment' }).first()
  await button.click()
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByRole('status').filter({ hasText: 'One moment' })).toHaveCount(1)

  form.release('abort')
  await expect(page.getByText('The booking form could not be loaded.').first()).toBeVisible()
  await expect(button).toHaveAttribute('aria-disabled', 'false')
  await page.unroute(/\/dialogs-.*\.js$/)
  await button.click()
  await expect(page.getByRole('dialog', { name: /^Booking for:/ })).toBeVisible()
})

test('Sign Out reacts at once and sends one request, also when pressed twice', { tag: '@any-width' }, async ({
  page,
  server,
}) => {
  await signInAs(page, server, await signUp(server))
  await page.goto('/dashboard')
  const signOutRequest = await delay(page, /\/api\/auth\/sign-out$/)
  const button = page.getByRole('button', { name: 'Sign Out' })
  await button.click()
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await button.click({ force: true })
  signOutRequest.release('continue')
  await expect(page).toHaveURL('/')
  expect(signOutRequest.count()).toBe(1)
})
