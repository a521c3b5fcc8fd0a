import { randomUUID } from 'node:crypto'
import { type Browser, expect, type Page } from '@playwright/test'
import { newestMail } from '#server/testing/outside/outbox.ts'
import type { Server } from '#server/testing/server-process.ts'
import { axe } from '../support/axe.ts'
import { logIn, type Person, signedIn, signUp, tokenOf } from '../support/people.ts'
import { test } from '../support/test.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const devices = (page: Page) => page.getByRole('list', { name: 'Signed-in devices' }).getByRole('listitem')
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

async function goTo(page: Page, entry: string) {
  const menu = page.getByRole('banner').getByRole('button', { name: 'Menu' })
  if (await menu.isVisible()) await menu.click()
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: entry }).click()
}

/** Another browser of `person`'s, on a page of the dashboard. */
async function elsewhere(browser: Browser, server: Server, person: Person) {
  const context = await browser.newContext({ baseURL: server.url })
  const page = await context.newPage()
  await page.goto('/dashboard/history')
  await logIn(page, person)
  await expect(heading(page)).toHaveText('My History')
  return page
}

/** At its next call for appointments a browser whose session was ended is home, without a token. */
async function expectSignedOut(page: Page) {
  await goTo(page, 'My Appointments')
  await expect(page).toHaveURL('/')
  expect(await tokenOf(page)).toBeNull()
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/login')
  await page.context().close()
}

async function changePassword(page: Page, current: string, wanted: string) {
  await field(page, 'Current password').fill(current)
  await field(page, 'New password').fill(wanted)
  await page.getByRole('button', { name: 'Change password' }).click()
}

test('a person finds their account in the dashboard, with their devices', async ({ page, server }) => {
  const person = await signUp(server)
  await signedIn(page, server, person)
  await page.goto('/dashboard')
  await expect(heading(page)).toHaveText('My Appointments: 0')
  await goTo(page, 'My Account')
  await expect(page).toHaveURL('/dashboard/account')
  await expect(page.getByText(person.email)).toBeVisible()
  await expect(page.getByText('Your email address isn’t confirmed yet.')).toBeVisible()
  await expect(devices(page)).toHaveText([/This device/])
  await expect(page.getByText('No other device is signed in.')).toBeVisible()
  await expect(field(page, 'Current password')).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await axe(page)
  }
})

test('another device is signed out after a question, and is home at its next call', { tag: '@any-width' }, async ({
  page,
  server,
  browser,
}) => {
  const person = await signUp(server)
  const other = await elsewhere(browser, server, person)
  await signedIn(page, server, person)
  await page.goto('/dashboard/account')
  await expect(devices(page)).toHaveText([/This device/, /Chrome on Linux.*Signed in .* from 127\.0\.0\.1.*Last used/])

  const begin = page.getByRole('button', { name: 'Sign out Chrome on Linux' })
  await begin.click()
  await axe(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(begin).toBeFocused()
  await begin.click()
  await expect(page.getByRole('group', { name: 'Sign this device out?' })).toBeVisible()
  await expect(begin).toBeFocused()
  await begin.click()
  await expect(page.getByText('Chrome on Linux was signed out.').first()).toBeVisible()
  await expect(devices(page)).toHaveCount(1)
  await expect(page.getByRole('list', { name: 'Signed-in devices' })).toBeFocused()
  await expect(page.getByText('No other device is signed in.')).toBeVisible()

  await expectSignedOut(other)
  await page.reload()
  await expect(heading(page)).toHaveText('My Account')
})

test('all other devices are signed out together', { tag: '@any-width' }, async ({ page, server, browser }) => {
  const person = await signUp(server)
  const others = [await elsewhere(browser, server, person), await elsewhere(browser, server, person)]
  await signedIn(page, server, person)
  await page.goto('/dashboard/account')
  await expect(devices(page)).toHaveCount(3)
  const end = page.getByRole('button', { name: 'Sign out all other devices' })
  await end.click()
  await expect(page.getByRole('group', { name: 'Only this device stays signed in.' })).toBeVisible()
  await end.click()
  await expect(devices(page)).toHaveText([/This device/])
  for (const other of others) await expectSignedOut(other)
})

test('a new password keeps this browser, its other tabs too, signs out the other and is confirmed by email', {
  tag: '@any-width',
}, async ({ page, server, browser, context, allowConsole }) => {
  allowConsole(/status of 40[01]/)
  const person = await signUp(server)
  const other = await elsewhere(browser, server, person)
  await signedIn(page, server, person)
  const tab = await context.newPage()
  await tab.goto('/dashboard/history')
  await expect(heading(tab)).toHaveText('My History')

  await page.goto('/dashboard/account')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password is Required')).toHaveCount(2)
  await changePassword(page, 'not the one', '12345')
  await expect(page.getByText('Must be 6 characters or longer')).toBeVisible()
  await changePassword(page, 'not the one', 'another passphrase')
  await expect(page.getByText('This is not your current password')).toBeVisible()
  await expect(field(page, 'Current password')).toBeFocused()
  await axe(page)
  const before = await tokenOf(page)
  await changePassword(page, person.password, 'another passphrase')
  const done = 'Your password was changed. All other devices were signed out.'
  await expect(page.getByText(done).first()).toBeVisible()
  await expect(field(page, 'New password')).toHaveValue('')
  await expect(devices(page)).toHaveText([/Chrome on Linux.*This device/])
  expect(await tokenOf(page)).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  expect(await tokenOf(page)).not.toBe(before)

  for (const mine of [page, tab]) {
    await goTo(mine, 'My Appointments')
    await expect(heading(mine)).toHaveText('My Appointments: 0')
  }
  await expectSignedOut(other)
  expect((await newestMail(server.dataDir, person.email, 2)).subject).toBe('Your password was changed')
  await context.clearCookies()
  await page.goto('/dashboard/history')
  await expect(page).toHaveURL('/login')
  await logIn(page, person)
  await expect(page.getByText('Invalid email or password')).toBeVisible()
  await logIn(page, { ...person, password: 'another passphrase' })
  await expect(page).toHaveURL('/dashboard/history')
})

test('an account made with Google is offered a password by email', { tag: '@any-width' }, async ({ page, server }) => {
  const email = `ann-${randomUUID()}@example.org`
  await page.goto('/dashboard/account')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await page.getByLabel('Name').fill('Ann Able')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page).toHaveURL('/dashboard/account')
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible()
  await expect(page.getByText('this account has no password')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change password' })).toHaveCount(0)
  await axe(page)
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expect(page.getByText(`We’ve sent a link to ${email}.`)).toBeFocused()
  expect((await newestMail(server.dataDir, email)).subject).toBe('Choose a new password')
})

test('the demo admin is told that the password stays', { tag: '@any-width' }, async ({ page }) => {
  await page.goto('/dashboard/account')
  await page.getByRole('button', { name: 'Use demo admin' }).click()
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(
    page.getByText('The demo admin’s password is shown on the login page and can’t be changed.'),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change password' })).toHaveCount(0)
})

test('devices that can’t be fetched are asked for again', { tag: '@any-width' }, async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 503/)
  await signedIn(page, server, await signUp(server))
  const json = {
    type: 'about:blank',
    title: 'Service Unavailable',
    status: 503,
    detail: 'The clinic is not reachable.',
  }
  const contentType = 'application/problem+json'
  await page.route('**/api/auth/devices', (route) => route.fulfill({ status: 503, contentType, json }))
  await page.goto('/dashboard/account')
  await expect(page.getByText('Your devices could not be loaded.')).toBeVisible()
  await axe(page)
  await page.unroute('**/api/auth/devices')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(devices(page)).toHaveCount(1)
})
