import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { logIn, loginPage, signUp, tokenOf } from '../support/people.ts'
import { test } from '../support/test.ts'

for (const [fault, call, status] of [
  ['the token is refused', '**/user/*', 403],
  ['the token fails', '**/user/*', 503],
  ['the session fails', '**/api/auth/get-session', 503],
] as const) {
  test(`a login is undone when ${fault}, and the form says why`, async ({ page, server, context, allowConsole }) => {
    allowConsole(/status of (403|503)/)
    const person = await signUp(server)
    await page.goto('/login')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
    const detail = 'We can’t answer just now.'
    const json = { type: 'about:blank', title: 'Refused', status, detail }
    await page.route(call, (route) => route.fulfill({ status, contentType: 'application/problem+json', json }))
    await logIn(page, person)
    await expect(page.getByRole('alert').filter({ hasText: detail })).toBeVisible()
    await expect(page).toHaveURL(loginPage)
    expect(await tokenOf(page)).toBeNull()
    expect((await context.cookies()).filter(({ name }) => name.includes('session_token'))).toEqual([])
    await page.unroute(call)
    await page.goto('/dashboard')
    await expect(page).toHaveURL(loginPage)
    await logIn(page, person)
    await expect(page).toHaveURL('/dashboard')
  })
}

test('a sign-up whose token fails says that the account is there, and offers to log in', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/status of 503/)
  const email = `ann-${randomUUID().slice(0, 8)}@example.com`
  await page.goto('/signup')
  await page.route('**/user/*', (route) => route.fulfill({ status: 503 }))
  await page.getByLabel('Name').fill('Ann')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('a sound passphrase')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  const told = page.getByRole('alert').filter({ hasText: 'Your account was created, but we couldn’t log you in.' })
  await expect(told).toBeVisible()
  expect(await tokenOf(page)).toBeNull()
  await page.unroute('**/user/*')
  await told.getByRole('link', { name: 'Log in' }).click()
  await logIn(page, { email, password: 'a sound passphrase' })
  await expect(page).toHaveURL('/')
})
