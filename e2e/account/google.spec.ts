import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { axe } from '../support/axe.ts'
import { chooseDayOfNextMonth, openBooking } from '../support/calendar.ts'
import { signOut, signUp, tokenOf } from '../support/people.ts'
import { test } from '../support/test.ts'

const chooser = (page: Page) => page.getByRole('heading', { name: 'Choose an account' })
const continueWithGoogle = (page: Page) => page.getByRole('button', { name: 'Continue with Google' })

async function reachChooser(page: Page) {
  await continueWithGoogle(page).click()
  await expect(chooser(page)).toBeVisible()
}

async function chooseAnother(page: Page, name: string, email: string) {
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
}

test('a visitor who wants to book signs in with Google and is on the booking screen, with a token kept as accessToken', async ({
  page,
}) => {
  await page.goto('/appointment')
  await expect(page).toHaveURL('/login')
  await reachChooser(page)
  await expect(page.getByText('This is not Google.')).toBeVisible()
  await page.getByRole('button', { name: 'Maja Holm' }).click()
  await expect(page).toHaveURL('/appointment')
  await expect(page.getByRole('heading', { name: /^Available Appointments on/ })).toBeVisible()
  await expect.poll(() => tokenOf(page)).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  await page.reload()
  // Today's slots may all have begun.
  await chooseDayOfNextMonth(page, 15)
  await openBooking(page, 'Teeth Cleaning')
  await expect(page.getByLabel('Email')).toHaveValue('maja.holm@example.com')
})

test('a person who signs out and in again with Google is the same person, and may choose another account', async ({
  page,
}) => {
  const email = `ann-${randomUUID()}@example.org`
  await page.goto('/dashboard')
  await reachChooser(page)
  await chooseAnother(page, 'Ann Able', email)
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Appointments: 0')
  await signOut(page)
  await expect.poll(() => tokenOf(page)).toBeNull()
  await page.goto('/dashboard')
  await reachChooser(page)
  await chooseAnother(page, 'Ann Able', email)
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Appointments: 0')
})

test('signing up with Google leads to the booking screen', async ({ page }) => {
  await page.goto('/signup')
  await expect(page.getByText('OR', { exact: true })).toBeVisible()
  await reachChooser(page)
  await chooseAnother(page, 'Bo Berg', `bo-${randomUUID()}@example.org`)
  await expect(page).toHaveURL('/appointment')
})

test('who cancels at Google is told so on the login screen, and still gets to the page after a login', async ({
  page,
  server,
}) => {
  await page.goto('/dashboard/history')
  await reachChooser(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  const told = page.getByText('Google sign-in was canceled. Nothing has changed.')
  await expect(told).toBeVisible()
  await expect(page).toHaveURL(/\/login\?/)
  expect(await tokenOf(page)).toBeNull()
  await axe(page)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(told).toBeHidden()
  const person = await signUp(server)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/dashboard/history')
})

test('after Google, a token that fails signs nobody out and follows; one that is refused ends the session', async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(/status of (401|503)/)
  let status = 503
  await page.route('**/user/*', (route) => (status === 0 ? route.continue() : route.fulfill({ status })))
  await page.goto('/dashboard/review')
  await reachChooser(page)
  await page.getByRole('button', { name: 'Maja Holm' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Reviews')
  expect(await tokenOf(page)).toBeNull()
  status = 0
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect.poll(() => tokenOf(page)).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)

  status = 401
  await page.evaluate(() => localStorage.removeItem('accessToken'))
  await page.reload()
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
  expect((await context.cookies()).filter(({ name }) => name.includes('session_token'))).toEqual([])
})

test('an address that Google has not verified is refused', async ({ page }) => {
  await page.goto('/appointment')
  await reachChooser(page)
  await page.getByRole('button', { name: 'Jo Park' }).click()
  await expect(page.getByText('Google hasn’t verified this account’s email address')).toBeVisible()
  await page.goto('/appointment')
  await expect(page).toHaveURL('/login')
})

test('an address whose account was made with a password, and never verified, is sent to its password', async ({
  page,
  server,
}) => {
  const { name, email } = await signUp(server)
  await page.goto('/login')
  await reachChooser(page)
  await chooseAnother(page, name, email)
  await expect(
    page.getByText('An account with this email already exists. Please log in with its password.'),
  ).toBeVisible()
  expect(await tokenOf(page)).toBeNull()
})

test('a sign-in whose state is not this browser’s is refused', async ({ page, context }) => {
  await page.goto('/appointment')
  await reachChooser(page)
  await context.clearCookies({ name: 'clinic.state' })
  await page.getByRole('button', { name: 'Maja Holm' }).click()
  await expect(page.getByText('Google sign-in took too long or was started in another browser.')).toBeVisible()
})

test('while Google can’t be reached the screen says so, and the button can be pressed again', async ({
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
  await reachChooser(page)
})

test('the account chooser, the login and the sign-up screen can be used by everybody', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/status of 400/)
  await page.goto('/signup')
  await axe(page)
  await page.goto('/login')
  await axe(page)
  await reachChooser(page)
  await axe(page)
  await chooseAnother(page, '', 'a@b')
  await expect(page.getByText('Provide a valid Email')).toBeVisible()
  await axe(page)
})
