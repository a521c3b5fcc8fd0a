import { expect, type Page } from '@playwright/test'
import { axe } from '../support/axe.ts'
import { leaveUnused } from '../support/clinic/change-data.ts'
import { delay } from '../support/delay.ts'
import { demoAdmin, logIn, logInAsDemoAdmin, signInAs, signOut, signUp, tokenOf } from '../support/people.ts'
import { test } from '../support/test.ts'

test('a page that requires a login opens after it, and the token is stored as accessToken', async ({
  page,
  server,
}) => {
  const person = await signUp(server)
  await page.goto('/dashboard/history')
  await expect(page).toHaveURL('/login')
  await logIn(page, person)
  await expect(page).toHaveURL('/dashboard/history')
  expect(await tokenOf(page)).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  await page.goBack()
  await expect(page).not.toHaveURL('/login')
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

test('a session survives a reload; signing out ends it in all tabs and revokes the token', async ({
  page,
  server,
  context,
}) => {
  const person = await signUp(server)
  await signInAs(page, server, person)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Appointments: 0')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Appointments: 0')
  const token = await tokenOf(page)

  const other = await context.newPage()
  await other.goto('/dashboard')
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('My Appointments: 0')
  await signOut(page)
  await expect(page).toHaveURL('/')
  await expect.poll(() => tokenOf(page)).toBeNull()
  await expect(other).toHaveURL('/')
  const refused = await fetch(`${server.url}/booking?patient=${person.email}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(refused.status).toBe(401)
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/login')
})

test('a tampered token signs the person out and leads to the home page', async ({ page, server, allowConsole }) => {
  allowConsole(/status of 401/)
  await signInAs(page, server, await signUp(server))
  await page.goto('/dashboard/review')
  await expect.poll(() => tokenOf(page)).not.toBeNull()
  await page.evaluate(() => localStorage.setItem('accessToken', `${localStorage.getItem('accessToken')}x`))
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/')
  await expect.poll(() => tokenOf(page)).toBeNull()
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/login')
})

test('a page that opens after its session has ended leads to the login, also if its list is refused later', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 401/)
  const person = await signUp(server)
  await signInAs(page, server, person)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Appointments: 0')
  await page.context().clearCookies()
  const list = '**/booking?*'
  const isAsked = page.waitForRequest(list)
  const isLoginShown = page.getByRole('button', { name: 'Login' }).waitFor()
  await page.route('**/api/auth/get-session', async (route) => {
    await isAsked
    await route.continue()
  })
  await page.route(list, async (route) => {
    await isLoginShown
    await route.fulfill({ status: 401 })
  })
  const signOuts: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/sign-out')) signOuts.push(request.url())
  })
  const refused = page.waitForResponse(list)
  await page.goto('/dashboard')
  await refused
  await page.unroute(list)
  await logIn(page, person)
  await expect(page).toHaveURL('/dashboard')
  // It could end the new session.
  expect(signOuts).toEqual([])
})

test('an action refused with 401 asks to log in, and returns to its page', async ({ page, server, allowConsole }) => {
  allowConsole(/status of 401/)
  const admin = await demoAdmin(server)
  const { email } = await signUp(server)
  await signInAs(page, server, admin)
  await page.route('**/user/admin/*', (route) => route.fulfill({ status: 401 }))
  await page.goto(`/dashboard/users?search=${email}`)
  await page.getByRole('button', { name: 'Make Admin' }).click()
  await expect(page).toHaveURL('/login')
  expect(await tokenOf(page)).toBeNull()
  await logIn(page, admin)
  await expect(page).toHaveURL(`/dashboard/users?search=${email}`)
})

test('staff who were idle read why they were signed out, and return to their page', async ({
  page,
  server,
  allowConsole,
}) => {
  // The server restarts while the page may still load the code of its dialogs.
  allowConsole(/status of (401|503)|ERR_CONNECTION/)
  const admin = await demoAdmin(server)
  const { email } = await signUp(server)
  const usersPage = `/dashboard/users?search=${email}`
  const reason = page.getByText('You were signed out after 30 minutes without activity.')
  await signInAs(page, server, admin)
  await page.goto(usersPage)
  const endings = [
    // An action, another admin page, and a page that opens after a break.
    () => page.getByRole('button', { name: 'Make Admin' }).click(),
    () => page.getByRole('link', { name: 'Activity' }).first().click(),
    () => page.goto(usersPage),
  ]
  for (const end of endings) {
    await expect(page.getByRole('button', { name: 'Make Admin' })).toBeVisible()
    await leaveUnused(server, 31)
    await end()
    await expect(page).toHaveURL('/login')
    await expect(reason).toBeVisible()
    await logIn(page, admin)
    await expect(page).toHaveURL(/^[^?]*\/dashboard\/(users|activity)/)
    if (!page.url().endsWith(usersPage)) await page.goto(usersPage)
  }
  await page.context().clearCookies()
  await page.reload()
  await expect(page).toHaveURL('/login')
  await expect(reason).toBeHidden()
})

test('an open tab renews the token before it expires', async ({ page, server }) => {
  await page.clock.install()
  await signInAs(page, server, await signUp(server))
  await page.goto('/dashboard/review')
  await expect.poll(() => tokenOf(page)).not.toBeNull()
  const renewals: string[] = []
  page.on('request', (request) => request.method() === 'PUT' && renewals.push(request.url()))
  await page.clock.fastForward('50:00')
  expect(renewals).toEqual([])
  await page.clock.fastForward('06:00')
  await expect.poll(() => renewals.length).toBe(1)
})

test('a reload after the session has ended leads to the login screen', async ({ page, server, context }) => {
  await signInAs(page, server, await signUp(server))
  await page.goto('/dashboard/review')
  await expect.poll(() => tokenOf(page)).not.toBeNull()
  await context.clearCookies()
  await page.reload()
  await expect(page).toHaveURL('/login')
  expect(await tokenOf(page)).toBeNull()
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
  await expect(page).toHaveURL('/login')
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
