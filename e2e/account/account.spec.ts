import { randomUUID } from 'node:crypto'
import { type Browser, expect, type Page } from '@playwright/test'
import { newestMail } from '#server/testing/outside/outbox.ts'
import type { Server } from '#server/testing/server-process.ts'
import { axe } from '../support/axe.ts'
import {
  logIn,
  logInAsDemoAdmin,
  loginPage,
  onAnotherDevice,
  openMenu,
  type Person,
  signInAs,
  signUp,
  tokenOf,
} from '../support/people.ts'
import { test } from '../support/test.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const devices = (page: Page) => page.getByRole('list', { name: 'Signed-in devices' }).getByRole('listitem')
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

/** Follows a link of the dashboard; on a phone it is in the menu. */
async function goTo(page: Page, linkName: string) {
  await openMenu(page)
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: linkName }).click()
}

/** Opens the dashboard in another browser, in another session of `person`. */
async function openOtherDevice(browser: Browser, server: Server, person: Person) {
  const context = await browser.newContext({ baseURL: server.url })
  const page = await context.newPage()
  await signInAs(page, server, await onAnotherDevice(server, person))
  await page.goto('/dashboard/history')
  await expect(heading(page)).toHaveText('My History')
  return page
}

/** Expects the next API request of a revoked session to remove the token and lead to the home page. Closes the
 *  browser. */
async function expectSignedOut(page: Page) {
  await goTo(page, 'My Appointments')
  await expect(page).toHaveURL('/')
  expect(await tokenOf(page)).toBeNull()
  await page.goto('/dashboard')
  await expect(page).toHaveURL(loginPage)
  await page.context().close()
}

async function changePassword(page: Page, current: string, replacement: string) {
  await field(page, 'Current password').fill(current)
  await field(page, 'New password').fill(replacement)
  await page.getByRole('button', { name: 'Change password' }).click()
}

test('My Account shows the email address, its status and the signed-in devices', async ({ page, server }) => {
  const person = await signUp(server)
  await signInAs(page, server, person)
  await page.goto('/dashboard')
  await expect(heading(page)).toHaveText('My Appointments: 0')
  await goTo(page, 'My Account')
  await expect(page).toHaveURL('/dashboard/account')
  await expect(page.getByText(person.email)).toBeVisible()
  await expect(page.getByText('Your email address isn’t confirmed yet.')).toBeVisible()
  await expect(devices(page)).toHaveText([/This device/])
  await expect(page.getByText('No other device is signed in.')).toBeVisible()
  await expect(field(page, 'Current password')).toBeVisible()
})

test('signing out another device asks for confirmation and revokes its session', { tag: '@any-width' }, async ({
  page,
  server,
  browser,
}) => {
  const person = await signUp(server)
  const other = await openOtherDevice(browser, server, person)
  await signInAs(page, server, person)
  await page.goto('/dashboard/account')
  await expect(devices(page)).toHaveText([/This device/, /Chrome on Linux.*Signed in .* from 127\.0\.0\.1.*Last used/])

  const signOutDevice = page.getByRole('button', { name: 'Sign out Chrome on Linux' })
  await signOutDevice.click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(signOutDevice).toBeFocused()
  await signOutDevice.click()
  await expect(page.getByRole('group', { name: 'Sign this device out?' })).toBeVisible()
  await expect(signOutDevice).toBeFocused()
  await signOutDevice.click()
  await expect(page.getByText('Chrome on Linux was signed out.').first()).toBeVisible()
  await expect(devices(page)).toHaveCount(1)
  await expect(page.getByRole('list', { name: 'Signed-in devices' })).toBeFocused()
  await expect(page.getByText('No other device is signed in.')).toBeVisible()

  await expectSignedOut(other)
  await page.reload()
  await expect(heading(page)).toHaveText('My Account')
})

test('‘Sign out all other devices’ leaves only this device signed in', { tag: '@any-width' }, async ({
  page,
  server,
  browser,
}) => {
  const person = await signUp(server)
  const others = [await openOtherDevice(browser, server, person), await openOtherDevice(browser, server, person)]
  await signInAs(page, server, person)
  await page.goto('/dashboard/account')
  await expect(devices(page)).toHaveCount(3)
  const signOutOthers = page.getByRole('button', { name: 'Sign out all other devices' })
  await signOutOthers.click()
  await expect(page.getByRole('group', { name: 'Only this device stays signed in.' })).toBeVisible()
  await signOutOthers.click()
  await expect(devices(page)).toHaveText([/This device/])
  for (const other of others) await expectSignedOut(other)
})

test('changing the password keeps this browser’s tabs signed in, signs out other devices and sends an email', {
  tag: '@any-width',
}, async ({ page, server, browser, context, allowConsole }) => {
  allowConsole(/status of 40[01]/)
  const person = await signUp(server)
  const other = await openOtherDevice(browser, server, person)
  await signInAs(page, server, person)
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
  const oldToken = await tokenOf(page)
  await changePassword(page, person.password, 'another passphrase')
  const success = 'Your password was changed. All other devices were signed out.'
  await expect(page.getByText(success).first()).toBeVisible()
  await expect(field(page, 'New password')).toHaveValue('')
  await expect(devices(page)).toHaveText([/Chrome on Linux.*This device/])
  expect(await tokenOf(page)).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  expect(await tokenOf(page)).not.toBe(oldToken)

  for (const openTab of [page, tab]) {
    await goTo(openTab, 'My Appointments')
    await expect(heading(openTab)).toHaveText('My Appointments: 0')
  }
  await expectSignedOut(other)
  expect((await newestMail(server.dataDir, person.email, 2)).subject).toBe('Your password was changed')
  await context.clearCookies()
  await page.goto('/dashboard/history')
  await expect(page).toHaveURL(loginPage)
  await logIn(page, person)
  await expect(page.getByText('Invalid email or password')).toBeVisible()
  await logIn(page, { ...person, password: 'another passphrase' })
  await expect(page).toHaveURL('/dashboard/history')
})

test('an account created with Google can get a password by email', { tag: '@any-width' }, async ({ page, server }) => {
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
  await expect(page.getByText('This is a demo: no emails are sent.')).toBeFocused()
  expect((await newestMail(server.dataDir, email)).subject).toBe('Choose a new password')
})

test('the demo admin can’t change the password', { tag: '@any-width' }, async ({ page }) => {
  await page.goto('/dashboard/account')
  await logInAsDemoAdmin(page)
  await expect(
    page.getByText('The demo admin’s password is shown on the login page and can’t be changed.'),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change password' })).toHaveCount(0)
})

test('Try again reloads devices that could not be loaded', { tag: '@any-width' }, async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 503/)
  await signInAs(page, server, await signUp(server))
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
