import { expect, type Page } from '@playwright/test'
import { chooseDayOfNextMonth } from '../support/calendar.ts'
import { signedIn, signUp } from '../support/people.ts'
import { test } from '../support/test.ts'

/** Keeps what is asked of `url` waiting until `end` is called, and counts it. */
async function hold(page: Page, url: RegExp) {
  let asked = 0
  let end: (how: 'abort' | 'continue') => void = () => undefined
  const ended = new Promise<'abort' | 'continue'>((resolve) => {
    end = resolve
  })
  await page.route(url, async (route) => {
    asked += 1
    await route[await ended]()
  })
  return { asked: () => asked, end }
}

test('a booking whose form is still on its way says so, and one whose form never came can be tried again', {
  tag: '@any-width',
}, async ({ page, server, allowConsole }) => {
  allowConsole(/ERR_FAILED/)
  await signedIn(page, server, await signUp(server))
  const form = await hold(page, /BookingModal-.*\.js$/)
  await page.goto('/appointment')
  await chooseDayOfNextMonth(page, 12)
  const button = page.getByRole('button', { name: 'Book Appointment' }).first()
  await button.click()
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByRole('status').filter({ hasText: 'One moment' })).toHaveCount(1)

  form.end('abort')
  await expect(page.getByText('The booking form could not be loaded.').first()).toBeVisible()
  await expect(button).toHaveAttribute('aria-disabled', 'false')
  await page.unroute(/BookingModal-.*\.js$/)
  await button.click()
  await expect(page.getByRole('dialog', { name: /^Booking for:/ })).toBeVisible()
})

test('Sign Out answers at once and signs out once, however often it is pressed', { tag: '@any-width' }, async ({
  page,
  server,
}) => {
  await signedIn(page, server, await signUp(server))
  await page.goto('/dashboard')
  const leaving = await hold(page, /\/api\/auth\/sign-out$/)
  const button = page.getByRole('button', { name: 'Sign Out' })
  await button.click()
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await button.click({ force: true })
  leaving.end('continue')
  await expect(page).toHaveURL('/')
  expect(leaving.asked()).toBe(1)
})
