import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { axe } from '../support/axe.ts'
import { chooseDayOfNextMonth, openBooking } from '../support/calendar.ts'
import { fact } from '../support/fact.ts'
import { logIn, loginPage, signOut, signUp, tokenOf } from '../support/people.ts'
import { test } from '../support/test.ts'

const chooser = (page: Page) => page.getByRole('heading', { name: 'Choose an account' })
const continueWithGoogle = (page: Page) => page.getByRole('button', { name: 'Continue with Google' })

async function openAccountChooser(page: Page) {
  await continueWithGoogle(page).click()
  await expect(chooser(page)).toBeVisible()
}

/** Fills in the account chooser's form for an account that it does not list. */
async function useAnotherAccount(page: Page, name: string, email: string) {
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
}

test('signing in with Google returns to the booking screen and stores the access token', async ({ page }) => {
  await page.goto('/appointment')
  await expect(page).toHaveURL(loginPage)
  await openAccountChooser(page)
  await expect(page.getByText('This is not Google.')).toBeVisible()
  await page.getByRole('button', { name: 'Maja Holm' }).click()
  await expect(page).toHaveURL('/appointment')
  await expect(page.getByRole('heading', { name: /^Available Appointments on/ })).toBeVisible()
  await expect.poll(() => tokenOf(page)).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  await page.reload()
  // In the evening today has no free slots.
  await chooseDayOfNextMonth(page, 15)
  const dialog = await openBooking(page, 'Teeth Cleaning')
  await expect(fact(dialog, 'Email')).toHaveText('maja.holm@example.com')
})

test('signing in with Google again after signing out shows the account chooser and opens the same account', async ({
  page,
}) => {
  const email = `ann-${randomUUID()}@example.org`
  await page.goto('/dashboard')
  await openAccountChooser(page)
  await useAnotherAccount(page, 'Ann Able', email)
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Appointments: 0')
  await expect.poll(() => tokenOf(page)).not.toBeNull()
  await signOut(page)
  await expect.poll(() => tokenOf(page)).toBeNull()
  await page.goto('/dashboard#appointments')
  await openAccountChooser(page)
  await useAnotherAccount(page, 'Ann Able', email)
  await expect(page).toHaveURL('/dashboard#appointments')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Appointments: 0')
})

test('signing up with Google leads to the booking screen', async ({ page }) => {
  await page.goto('/signup')
  await expect(page.getByText('OR', { exact: true })).toBeVisible()
  await openAccountChooser(page)
  await useAnotherAccount(page, 'Bo Berg', `bo-${randomUUID()}@example.org`)
  await expect(page).toHaveURL('/appointment')
})

test('canceling at Google returns to the login screen, and a login still leads to the requested page', async ({
  page,
  server,
}) => {
  await page.goto('/dashboard/history')
  await openAccountChooser(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  const canceled = page.getByText('Google sign-in was canceled. Nothing has changed.')
  await expect(canceled).toBeVisible()
  await expect(page).toHaveURL(/\/login\?/)
  expect(await tokenOf(page)).toBeNull()
  await axe(page)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(canceled).toBeHidden()
  const person = await signUp(server)
  await logIn(page, person)
  await expect(page).toHaveURL('/dashboard/history')
})

test('after Google, a failed token request is retried; a refused one ends the session', async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(/status of (401|503)/)
  let status: number | undefined = 503
  await page.route('**/user/*', (route) => (status ? route.fulfill({ status }) : route.continue()))
  await page.goto('/dashboard/review')
  await openAccountChooser(page)
  await page.getByRole('button', { name: 'Maja Holm' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Reviews')
  expect(await tokenOf(page)).toBeNull()
  status = undefined
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect.poll(() => tokenOf(page)).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)

  status = 401
  await page.evaluate(() => localStorage.removeItem('accessToken'))
  await page.reload()
  await expect(page).toHaveURL(loginPage)
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
  expect((await context.cookies()).filter(({ name }) => name.includes('session_token'))).toEqual([])
})

test('an email address that Google has not verified is refused', async ({ page }) => {
  await page.goto('/appointment')
  await openAccountChooser(page)
  await page.getByRole('button', { name: 'Jo Park' }).click()
  await expect(page.getByText('Google hasn’t verified this account’s email address')).toBeVisible()
  await page.goto('/appointment')
  await expect(page).toHaveURL(loginPage)
})

test('Google can’t open a password account whose email address is not verified', async ({ page, server }) => {
  const { name, email } = await signUp(server)
  await page.goto('/login')
  await openAccountChooser(page)
  await useAnotherAccount(page, name, email)
  await expect(
    page.getByText('An account with this email already exists. Please log in with its password.'),
  ).toBeVisible()
  expect(await tokenOf(page)).toBeNull()
})

test('a sign-in whose state cookie is missing is refused', async ({ page, context }) => {
  await page.goto('/appointment')
  await openAccountChooser(page)
  await context.clearCookies({ name: 'clinic.state' })
  await page.getByRole('button', { name: 'Maja Holm' }).click()
  await expect(page.getByText('Google sign-in took too long or was started in another browser.')).toBeVisible()
})

test('when Google can’t be reached the login screen says so, and the button can be pressed again', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/status of 503/)
  const detail = 'Google can’t be reached at the moment. Please try again in a minute.'
  await page.route('**/api/auth/sign-in/google', (route) =>
    route.fulfill({
      status: 503,
      contentType: 'application/problem+json',
      json: { type: 'about:blank', title: 'Service Unavailable', status: 503, detail },
    }),
  )
  await page.goto('/login')
  await continueWithGoogle(page).click()
  await expect(page.getByText(detail)).toBeVisible()
  await page.unroute('**/api/auth/sign-in/google')
  await openAccountChooser(page)
})

test('the account chooser is accessible, also with an error', async ({ page, allowConsole }) => {
  allowConsole(/status of 400/)
  await page.goto('/login')
  await openAccountChooser(page)
  await axe(page)
  await useAnotherAccount(page, '', 'a@b')
  await expect(page.getByText('Provide a valid Email')).toBeVisible()
  await axe(page)
})
