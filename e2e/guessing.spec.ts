import { expect, type Page } from '@playwright/test'
import { linkIn, newestMail } from '#server/testing/outbox.ts'
import { startServer } from '#server/testing/server-process.ts'
import { axe } from './support/axe.ts'
import { logIn, signUp } from './support/people.ts'
import { test } from './support/test.ts'

const tooCommon = 'This password is one of the most common. Please choose another.'
const usedUp = 'Too many attempts for this account. Wait a few minutes, continue with Google or choose a new password.'

test('a common password is refused under its field at sign-up; another one is taken', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/status of 400/)
  await page.goto('/signup')
  await page.getByLabel('Name').fill('Ann')
  await page.getByLabel('Email').fill(`ann-${Date.now()}-${test.info().workerIndex}@example.com`)
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('Password1')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(password).toHaveAccessibleDescription(tooCommon)
  await expect(password).toBeFocused()
  await axe(page)
  await password.fill('a sound passphrase')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page).toHaveURL('/appointment')
})

test('a common password is refused at a reset, whose link stays good', async ({ page, server, allowConsole }) => {
  allowConsole(/status of 400/)
  const person = await signUp(server)
  await page.goto('/forgot-password')
  await askForLink(page, person.email)
  await page.goto(linkIn(await newestMail(server.dataDir, person.email, 2)).href)
  const password = page.getByLabel('New password', { exact: true })
  await password.fill('iloveyou')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(password).toHaveAccessibleDescription(tooCommon)
  await axe(page)
  await password.fill('another passphrase')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your password was changed')
})

test('once strangers have used up the attempts, the login says which ways are left, and those work', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/status of 429/)
  const server = await startServer({
    databaseServer: process.env.E2E_DATABASE_URL,
    env: { DEMO: 'on', RATE_LIMIT: 'on', TRUST_PROXY: '1' },
  })
  try {
    const person = await signUp(server)
    await useUp(server.url, person.email)
    await page.goto(`${server.url}/login`)
    await logIn(page, person)
    await expect(page.getByRole('alert').filter({ hasText: usedUp })).toBeVisible()
    await axe(page)

    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await askForLink(page, person.email)
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

async function askForLink(page: Page, email: string) {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forgot password')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expect(page.getByText('If there is an account with this address, a mail is on its way.')).toBeVisible()
}

async function useUp(url: string, email: string) {
  const body = JSON.stringify({ email, password: 'not the one' })
  const statuses = []
  for (let n = 1; n <= 11; n += 1) {
    const headers = { 'content-type': 'application/json', origin: url, 'x-forwarded-for': `192.0.2.${n}` }
    statuses.push((await fetch(`${url}/api/auth/sign-in/email`, { method: 'POST', headers, body })).status)
  }
  expect(statuses).toEqual([...Array(10).fill(401), 429])
}
