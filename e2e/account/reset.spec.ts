import { expect, type Page } from '@playwright/test'
import { linkIn, newestMail } from '#server/testing/outside/outbox.ts'
import { axe } from '../support/axe.ts'
import { logIn, loginPage, signInAs, signUp } from '../support/people.ts'
import { test } from '../support/test.ts'

const newPassword = 'another passphrase'

async function requestResetLink(page: Page, email: string) {
  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expect(page.getByText('If that address has an account, we’ve sent a link.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
}

async function chooseNewPassword(page: Page) {
  await page.getByLabel('New password', { exact: true }).fill(newPassword)
  await page.getByRole('button', { name: 'Change password' }).click()
}

test('the link in the email sets a new password and signs out other devices; the old password is refused', async ({
  page,
  server,
  browser,
  allowConsole,
}) => {
  allowConsole(/status of 401/)
  const person = await signUp(server)
  const otherBrowser = await browser.newContext({ baseURL: server.url })
  const other = await otherBrowser.newPage()
  await signInAs(other, server, person)
  await other.goto('/dashboard')
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('My Appointments: 0')

  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page).toHaveURL('/forgot-password')
  await requestResetLink(page, person.email)
  await axe(page)

  await page.goto(linkIn(await newestMail(server.dataDir, person.email, 2)).href)
  await page.getByLabel('New password', { exact: true }).fill('12345')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Must be 6 characters or longer')).toBeVisible()
  await chooseNewPassword(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your password was changed')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await axe(page)
  expect((await newestMail(server.dataDir, person.email, 3)).subject).toBe('Your password was changed')

  await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await logIn(page, person)
  await expect(page.getByText('Invalid email or password')).toBeVisible()
  await logIn(page, { email: person.email, password: newPassword })
  await expect(page).toHaveURL('/')

  await other.reload()
  await expect(other).toHaveURL(loginPage)
  await otherBrowser.close()
})

test('resetting the password signs out the browser that did it', async ({ page, server }) => {
  const person = await signUp(server)
  await signInAs(page, server, person)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Appointments: 0')
  await requestResetLink(page, person.email)
  await page.goto(linkIn(await newestMail(server.dataDir, person.email, 2)).href)
  await chooseNewPassword(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your password was changed')
  await page.goto('/dashboard')
  await expect(page).toHaveURL(loginPage)
})

test('a used or incomplete link says so and offers a new one', async ({ page, server, allowConsole }) => {
  allowConsole(/status of 400/)
  const person = await signUp(server)
  await requestResetLink(page, person.email)
  const link = linkIn(await newestMail(server.dataDir, person.email, 2))
  await page.goto(link.href)
  await chooseNewPassword(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your password was changed')
  for (const url of [link.href, '/reset-password']) {
    await page.goto(url)
    if (url === link.href) await chooseNewPassword(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link no longer works')
  }
  await page.getByRole('link', { name: 'Ask for a new link' }).click()
  await expect(page).toHaveURL('/forgot-password')
})

test('an email address without an account gets the same response', async ({ page, server }) => {
  await requestResetLink(page, `nobody-${(await signUp(server)).email}`)
  await page.getByRole('link', { name: 'Back to login' }).click()
  await expect(page).toHaveURL(loginPage)
})

test('in demo mode the email can be read in the outbox', async ({ page, server }) => {
  const person = await signUp(server)
  await requestResetLink(page, person.email)
  await newestMail(server.dataDir, person.email, 2)
  await page.getByRole('link', { name: 'read it in the outbox' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Outbox')
  await axe(page)
  const newest = page.getByRole('listitem').filter({ hasText: person.email }).first()
  await newest.getByRole('link', { name: 'Choose a new password' }).click()
  await axe(page)
  await page.getByRole('link', { name: /\/reset-password#token=/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose a new password')
})
