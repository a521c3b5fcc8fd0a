import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { axe } from '../support/axe.ts'
import { openWithTimes } from '../support/next-free.ts'
import { signInAs, signUp } from '../support/people.ts'
import { shoot } from '../support/shots.ts'
import { test } from '../support/test.ts'

test('the promo names the next free time and the lowest price', { tag: '@any-width' }, async ({ page }) => {
  const line = await openWithTimes(page)
  await expect(page.getByRole('main').locator('section', { has: line })).toContainText('Make an appointment today')
})

test('a free time of the landing page leads a new patient through the sign-up into its dialog', {
  tag: '@any-width',
}, async ({ page }) => {
  await openWithTimes(page)
  const times = page.getByRole('region', { name: 'Next free times' })
  await expect(times.getByRole('link')).toHaveCount(3)
  await axe(page)
  await shoot(page, 'landing')
  const time = times.getByRole('link').last()
  const query = new URL((await time.getAttribute('href')) ?? '', page.url()).searchParams
  await time.click()
  await expect(page).toHaveURL(/\/login\?from=/)
  const wanted = page.getByText(
    /^Log in or create an account to book [\w ]+, \w{3},\s\w{3}\s\d+,\s\d+:\d\d\s[AP]M, \$\d+\.$/,
  )
  await expect(wanted).toBeVisible()
  await page.getByRole('link', { name: 'Create New Account' }).click()
  await expect(page.getByRole('heading', { name: 'Sign Up' })).toBeVisible()
  await expect(wanted).toBeVisible()
  await shoot(page, 'sign-up-for-time')
  await page.getByLabel('Name').fill('Nell Newcomer')
  await page.getByLabel('Email').fill(`nell-${randomUUID().slice(0, 8)}@example.com`)
  await page.getByLabel('Password', { exact: true }).fill('secret1')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  const dialog = page.getByRole('dialog', { name: /^Booking for: / })
  await expect(dialog.getByRole('combobox', { name: /Time|Slot/ })).toHaveValue(query.get('time') ?? 'none')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  // A reload does not open it again.
  await page.reload()
  await expect(page.getByRole('heading', { name: /^Available Appointments on/ })).toBeVisible()
  expect(new URL(page.url()).searchParams.has('time')).toBe(false)
})

test('the app shows the same promo to a signed-in patient, but not again after another screen', {
  tag: '@any-width',
}, async ({ page, server }) => {
  await signInAs(page, server, await signUp(server))
  const line = await openWithTimes(page)
  await expect(
    page.getByRole('banner').getByRole('img', { name: 'Signed in as', includeHidden: true }).first(),
  ).toBeAttached()
  await expect(line).toBeVisible()
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
  // The address changes before the page is there.
  await expect(page.getByRole('heading', { level: 1, name: 'Under construction' })).toBeVisible()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Home' }).click()
  await expect(page.getByRole('heading', { name: 'Make an appointment today' })).toBeVisible()
  await expect(line).toBeHidden()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the promo names the next free time too', { tag: '@any-width' }, async ({ page }) => {
    await openWithTimes(page)
  })
})
