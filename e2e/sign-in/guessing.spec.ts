import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { linkIn, newestMail } from '#server/testing/outside/outbox.ts'
import { startServer } from '#server/testing/server-process.ts'
import { axe } from '../support/axe.ts'
import { logIn, signUp } from '../support/people.ts'
import { test } from '../support/test.ts'

// The server's message, followed by the field's hint.
const tooCommon = /common.* At least 6 characters/
const limitReached =
  /Too many attempts for this account\. Please try again in [23] minutes, continue with Google or choose a new password\./

test('outside demo mode a common password is refused under its field at sign-up, change and reset', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/status of 40[01]/)
  const server = await startServer({ pages: true, databaseServer: process.env.E2E_DATABASE_URL, env: { DEMO: 'off' } })
  try {
    const email = `ann-${randomUUID().slice(0, 8)}@example.com`
    await page.goto(`${server.url}/signup`)
    await page.getByLabel('Name').fill('Ann')
    await page.getByLabel('Email').fill(email)
    await expectCommonPasswordRefused(page, 'Password', 'Sign Up')
    await page.getByLabel('Password', { exact: true }).fill('a sound passphrase')
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await expect(page).toHaveURL(`${server.url}/appointment`)

    await page.goto(`${server.url}/dashboard/account`)
    await page.getByLabel('Current password').fill('a sound passphrase')
    await expectCommonPasswordRefused(page, 'New password', 'Change password')

    await page.goto(`${server.url}/forgot-password`)
    await requestResetLink(page, email)
    await page.goto(linkIn(await newestMail(server.dataDir, email, 2)).href)
    await expectCommonPasswordRefused(page, 'New password', 'Change password')
    await page.getByLabel('New password', { exact: true }).fill('another passphrase')
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your password was changed')
  } finally {
    await page.close()
    await server.stop()
  }
})

test('after too many failed attempts the login names other ways to sign in, and a password reset works', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/status of 429/)
  const server = await startServer({
    pages: true,
    databaseServer: process.env.E2E_DATABASE_URL,
    env: { DEMO: 'on', RATE_LIMIT: 'on', TRUST_PROXY: '1' },
  })
  try {
    const person = await signUp(server)
    await exhaustAttempts(server.url, person.email)
    await page.goto(`${server.url}/login`)
    await logIn(page, person)
    await expect(page.getByRole('alert').filter({ hasText: limitReached })).toBeVisible()
    await axe(page)

    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await requestResetLink(page, person.email)
    await page.goto(linkIn(await newestMail(server.dataDir, person.email, 2)).href)
    await page.getByLabel('New password', { exact: true }).fill('another passphrase')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Login')
    await logIn(page, { email: person.email, password: 'another passphrase' })
    await expect(page).toHaveURL(`${server.url}/`)
  } finally {
    await page.close()
    await server.stop()
  }
})

async function expectCommonPasswordRefused(page: Page, label: string, submit: string) {
  const password = page.getByLabel(label, { exact: true })
  await password.fill('Password1')
  await page.getByRole('button', { name: submit }).click()
  await expect(password).toHaveAccessibleDescription(tooCommon)
  await expect(password).toBeFocused()
  await axe(page)
}

async function requestResetLink(page: Page, email: string) {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forgot password')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expect(page.getByText('If that address has an account, we’ve sent a link.')).toBeVisible()
}

/** Fails ten sign-ins, each from another address, and expects the next to be refused with 429. */
async function exhaustAttempts(url: string, email: string) {
  const body = JSON.stringify({ email, password: 'not the one' })
  const statuses = []
  for (let attempt = 1; attempt <= 11; attempt += 1) {
    const headers = { 'content-type': 'application/json', origin: url, 'x-forwarded-for': `192.0.2.${attempt}` }
    statuses.push((await fetch(`${url}/api/auth/sign-in/email`, { method: 'POST', headers, body })).status)
  }
  expect(statuses).toEqual([...Array(10).fill(401), 429])
}
