import { expect, type Page } from '@playwright/test'
import { axe } from '../support/axe.ts'
import { delay } from '../support/delay.ts'
import { logIn, logInAsDemoAdmin, loginPage, signUp, tokenOf } from '../support/people.ts'
import { test } from '../support/test.ts'

test('a page that requires a login opens after it, and the token is stored as accessToken', async ({
  page,
  server,
}) => {
  const person = await signUp(server)
  await page.goto('/dashboard/history#notes')
  await expect(page).toHaveURL(loginPage)
  await logIn(page, person)
  await expect(page).toHaveURL('/dashboard/history#notes')
  expect(await tokenOf(page)).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  await page.goBack()
  await expect(page).not.toHaveURL(loginPage)
})

test('a page that is another document opens after the login, with its hash', async ({ page }) => {
  await page.goto('/dashboard/manageDoctor#main')
  await expect(page).toHaveURL(loginPage)
  await logInAsDemoAdmin(page)
  await expect(page).toHaveURL('/dashboard/manageDoctor#main')
  await expect(page.getByRole('heading', { name: /^Manage Doctors/ })).toBeVisible()
})

test('a login that no page requested leads to the home page', async ({ page, server }) => {
  await page.goto('/login')
  await logIn(page, await signUp(server))
  await expect(page).toHaveURL('/')
})

test('a login submitted before the app has loaded is sent once it has', async ({ page, server }) => {
  const releaseScripts = await delay(page, '**/assets/*.js')
  await page.goto('/login', { waitUntil: 'commit' })
  await logIn(page, await signUp(server))
  await expect(page.locator('form')).toHaveAttribute('aria-busy', 'true')
  releaseScripts()
  await expect(page).toHaveURL('/')
  expect(await tokenOf(page)).not.toBeNull()
})

test('the login screen shows the specified error messages', async ({ page, server, allowConsole }) => {
  allowConsole(/status of 401/)
  await page.goto('/login')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Email is Required')).toBeVisible()
  await expect(page.getByText('Password is Required')).toBeVisible()
  await logIn(page, { email: 'a@b', password: '12345' })
  await expect(page.getByText('Provide a valid Email')).toBeVisible()
  await expect(page.getByText('Must be 6 characters or longer')).toBeVisible()
  const person = await signUp(server)
  await logIn(page, { email: person.email, password: 'not the one' })
  await expect(page.getByText('Invalid email or password')).toBeVisible()
  await logIn(page, { email: `other-${person.email}`, password: 'not the one' })
  await expect(page.getByText('Invalid email or password')).toBeVisible()
})

test('the sign-up screen shows its errors, and offers login and reset when the email address is taken', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 422/)
  const person = await signUp(server)
  await page.goto('/signup')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  for (const text of ['Name is Required', 'Email is Required', 'Password is Required']) {
    await expect(page.getByText(text)).toBeVisible()
  }
  await submitSignUp(page, person.email, 'secret1')
  const emailTaken = page.getByRole('alert').filter({ hasText: 'User already exists. Use another email.' })
  await emailTaken.getByRole('link', { name: 'Reset your password' }).click()
  await expect(page).toHaveURL('/forgot-password')
  await expect(page.getByLabel('Email')).toHaveValue(person.email)

  await page.goBack()
  await submitSignUp(page, person.email, 'secret1')
  await axe(page)
  await emailTaken.getByRole('link', { name: 'Log in' }).click()
  await expect(page).toHaveURL(loginPage)
  await expect(page.getByLabel('Email')).toHaveValue(person.email)
})

test('‘Use demo admin’ fills in credentials that sign in', async ({ page }) => {
  await page.goto('/login')
  await logInAsDemoAdmin(page)
  await expect(page).toHaveURL('/')
})

test('when the server refuses several fields, the first on the page gets the focus', async ({ page, allowConsole }) => {
  allowConsole(/status of 400/)
  const errors = { password: 'This password is too common.', email: 'Email to this address bounces.' }
  const problem = { type: 'about:blank', title: 'Bad Request', status: 400, detail: 'Please look again.', errors }
  await page.route('**/api/auth/sign-up/email', (route) =>
    route.fulfill({ status: 400, contentType: 'application/problem+json', body: JSON.stringify(problem) }),
  )
  await page.goto('/signup')
  await submitSignUp(page, 'ann@example.com')
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    `${errors.password} At least 6 characters`,
  )
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(errors.email)
  await expect(page.getByLabel('Email')).toBeFocused()
})

async function submitSignUp(page: Page, email: string, password = 'a sound passphrase') {
  await page.getByLabel('Name').fill('Ann')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign Up' }).click()
}
