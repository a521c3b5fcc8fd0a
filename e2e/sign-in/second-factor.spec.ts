import { expect, type Page } from '@playwright/test'
import { TOTP, URI } from 'otpauth'
import type { Server } from '#server/testing/server-process.ts'
import { axeInBothSchemes } from '../support/accessibility.ts'
import { demoAdmin, logIn, type Person, signInAs, signOut, signUp, signUpConfirmed } from '../support/people.ts'
import { test } from '../support/test.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { name })
const section = (page: Page) => page.getByRole('region', { name: 'Second factor' })

/** Makes `person` an admin through the API. */
async function promote(server: Server, { email }: Person) {
  const { cookies, email: admin } = await demoAdmin(server)
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const headers = { cookie, origin: server.url, 'content-type': 'application/json' }
  const answer = await fetch(`${server.url}/user/${admin}`, {
    method: 'PUT',
    headers,
    body: JSON.stringify({ email: admin }),
  })
  const { token } = (await answer.json()) as { token: string }
  const promoted = await fetch(`${server.url}/user/admin/${email}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}` },
  })
  expect(await promoted.json()).toEqual({ modifiedCount: 1 })
}

/** Adds an authenticator that recognizes its owner, such as a phone with a fingerprint reader. */
async function addAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** Sets an authenticator app up on My Account. Returns the recovery codes. */
async function setUp(page: Page, { password }: Person): Promise<string[]> {
  await page.goto('/dashboard/account')
  await section(page).getByRole('button', { name: 'Set up an app' }).click()
  await section(page).getByLabel('Password', { exact: true }).fill(password)
  await section(page).getByRole('button', { name: 'Set up an app' }).click()
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await section(page).getByText('Can’t scan it?').click()
  const secret = ((await section(page).getByRole('code').textContent()) ?? '').replaceAll(/\s/g, '')
  const app = URI.parse(`otpauth://totp/Clinic:a?secret=${secret}`)
  if (!(app instanceof TOTP)) throw new Error('not a TOTP')
  await section(page).getByLabel('Code', { exact: true }).fill(app.generate())
  await section(page).getByRole('button', { name: 'Finish' }).click()
  await expect(heading(page, 'Keep your recovery codes')).toBeFocused()
  return page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allTextContents()
}

async function signOutAndIn(page: Page, person: Person) {
  await signOut(page)
  await expect(page).toHaveURL('/')
  await page.goto('/login')
  await logIn(page, person)
}

test('an admin sets up an app, and then signs in with a recovery code, or with a passkey', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 401/)
  const person = await signUpConfirmed(server)
  await promote(server, person)
  await signInAs(page, server, person)
  const codes = await setUp(page, person)
  expect(codes).toHaveLength(10)
  await axeInBothSchemes(page)
  await section(page).getByRole('button', { name: 'I have kept them' }).click()
  await expect(section(page)).toContainText('Set up')

  await signOutAndIn(page, person)
  await expect(heading(page, 'Second step')).toBeVisible()
  await page.getByLabel('Code', { exact: true }).fill('000000')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('This code is wrong. Enter the one that your app shows now.')).toBeVisible()
  await axeInBothSchemes(page)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(codes[0] ?? '')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/')

  await addAuthenticator(page)
  await page.goto('/dashboard/account')
  await section(page).getByLabel('Name').fill('front desk')
  await section(page).getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByRole('list', { name: 'Passkeys' })).toContainText('front desk')

  await signOutAndIn(page, person)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/dashboard/users')
  await expect(heading(page, 'All Users')).toBeVisible()
})

test('turning it off asks for the password, and the login is done after it again', { tag: '@any-width' }, async ({
  page,
  server,
}) => {
  const person = await signUpConfirmed(server)
  await promote(server, person)
  await signInAs(page, server, person)
  await setUp(page, person)
  await section(page).getByRole('button', { name: 'I have kept them' }).click()
  await section(page).getByRole('button', { name: 'Turn off' }).click()
  await section(page).getByLabel('Password', { exact: true }).fill(person.password)
  await section(page).getByRole('button', { name: 'Turn off' }).click()
  await expect(section(page).getByRole('button', { name: 'Set up an app' })).toBeVisible()
  await signOutAndIn(page, person)
  await expect(page).toHaveURL('/')
})

test('an old sign-in is confirmed by the password before a role is changed', async ({ page, server, allowConsole }) => {
  allowConsole(/status of 40[03]/)
  const { email } = await signUp(server)
  await signInAs(page, server, await demoAdmin(server))
  // As if the session were older than an hour.
  let isOld = true
  await page.route('**/user/admin/*', (route) => {
    if (!isOld) return route.continue()
    const problem = { type: 'about:blank', title: 'Forbidden', status: 403, detail: 'x', code: 'CONFIRMATION_NEEDED' }
    return route.fulfill({ status: 403, contentType: 'application/problem+json', body: JSON.stringify(problem) })
  })
  await page.goto(`/dashboard/users?search=${email}`)
  await page.getByRole('button', { name: 'Make Admin' }).click()
  const dialog = page.getByRole('dialog', { name: 'Is it still you?' })
  await dialog.getByRole('button', { name: 'Close without saving' }).click()
  await expect(page.getByText('Failed to Make an admin').first()).toBeVisible()

  await page.getByRole('button', { name: 'Make Admin' }).click()
  await dialog.getByLabel('Password', { exact: true }).fill('another')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog.getByText('This is not your current password')).toBeVisible()
  await axeInBothSchemes(page)
  isOld = false
  await dialog.getByLabel('Password', { exact: true }).fill('demo-admin')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Successfully made an admin').first()).toBeVisible()
})
