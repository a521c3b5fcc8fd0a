import { expect } from '@playwright/test'
import { axe } from '../support/axe.ts'
import { chooseDayOfNextMonth, openBooking } from '../support/calendar.ts'
import { leaveUnused } from '../support/clinic/change-data.ts'
import { delay } from '../support/delay.ts'
import { demoAdmin, logIn, loginPage, signInAs, signOut, signUp, tokenOf } from '../support/people.ts'
import { sessionRecords } from '../support/session-records.ts'
import { test } from '../support/test.ts'

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
  await expect(page).toHaveURL(loginPage)
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
  await expect(page).toHaveURL(loginPage)
})

test('what somebody types into the login stays there, although the browser remembers a session that has ended', {
  tag: '@any-width',
}, async ({ page, server, allowConsole }) => {
  allowConsole(/status of 401/)
  await signInAs(page, server, await signUp(server))
  await page.goto('/dashboard/account')
  await expect(page.getByText('This device')).toBeVisible()
  await page.waitForLoadState('networkidle')

  await page.context().clearCookies()
  const email = page.getByLabel('Email', { exact: true })
  const release = await delay(page, /\/AccountPage.*\.js/)
  await page.goto('/dashboard/account')
  await email.fill('ada@example.com')
  release()
  await page.unrouteAll({ behavior: 'wait' })
  await page.waitForLoadState('networkidle')
  await expect(email).toHaveValue('ada@example.com')
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
  await expect.poll(() => tokenOf(page)).not.toBeNull()
  await expect.poll(async () => (await sessionRecords(page)).indexedDB).toContain(person.email)
  // An answer under way could bring the cookie back.
  await page.waitForLoadState('networkidle')
  // Without a cookie the server would lead to the login.
  await page.context().addCookies([{ name: 'clinic.session_token', value: 'ended', url: server.url }])
  const list = '**/booking?*'
  const isLoginShown = page.getByRole('button', { name: 'Login' }).waitFor()
  const releaseSession = await delay(page, '**/api/auth/get-session')
  await page.route(list, async (route) => {
    releaseSession()
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
  await expect(page).toHaveURL(loginPage)
  expect(await tokenOf(page)).toBeNull()
  await logIn(page, admin)
  await expect(page).toHaveURL(`/dashboard/users?search=${email}`)
})

test('what was typed into the booking dialog is there again after a session that ended in it', {
  tag: '@any-width',
}, async ({ page, server, allowConsole }) => {
  allowConsole(/status of 401/)
  const person = await signUp(server)
  await signInAs(page, server, person)
  await page.goto('/appointment')
  const date = await chooseDayOfNextMonth(page, 26)
  const dialog = await openBooking(page, 'Teeth Cleaning')
  await dialog.getByLabel('Time').selectOption('10.00 AM - 10.30 AM')
  await dialog.getByLabel('Phone').fill('+1 646 555 0188')
  await page.context().clearCookies()
  await page.route('**/booking', (route) => route.fulfill({ status: 401 }))
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(page).toHaveURL(loginPage)
  await page.unrouteAll()
  const words =
    /You were signed out, so nothing is booked yet\. Log in to finish: Teeth Cleaning, \w{3}, \w{3} 26, 10:00 AM\./
  await expect(page.getByText(words)).toBeVisible()
  await logIn(page, person)
  await expect(dialog.getByLabel('Phone')).toHaveValue('+1 646 555 0188')
  await expect(dialog.getByLabel('Time')).toHaveValue('10.00 AM - 10.30 AM')
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('status').getByText(`Appointment is set, ${date} at `)).toBeVisible()
})

test('staff who were idle read why they were signed out, and return to their page', async ({
  page,
  server,
  allowConsole,
}) => {
  // The server restarts while the page may still load the code of its dialogs.
  allowConsole(/status of (401|503)|ERR_(CONNECTION|SOCKET)/)
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
    await expect(page).toHaveURL(loginPage)
    await expect(reason).toBeVisible()
    await logIn(page, admin)
    await expect(page).toHaveURL(/^[^?]*\/dashboard\/(users|activity)/)
    if (!page.url().endsWith(usersPage)) await page.goto(usersPage)
  }
  await page.context().clearCookies()
  await page.reload()
  await expect(page).toHaveURL(loginPage)
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

test('a browser whose clock is seven minutes slow stays signed in after an hour', async ({ page, server }) => {
  await page.clock.install({ time: Date.now() - 7 * 60_000 })
  await signInAs(page, server, await signUp(server))
  // The document has the list before the app has its first token.
  const listed = page.waitForResponse('**/booking?**')
  await page.goto('/dashboard')
  await listed
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Appointments: 0')
  // An hour passes while the computer sleeps: no timer runs, and the server forgets the token. One that is made within
  // the same second is equal.
  await page.clock.setSystemTime(Date.now() - 7 * 60_000 + 61 * 60_000)
  const renewals: string[] = []
  page.on('request', (request) => request.method() === 'PUT' && renewals.push(request.url()))
  await page.route('**/booking?**', (route) =>
    renewals.length === 0
      ? route.fulfill({ status: 401, json: { title: 'Unauthorized', status: 401 } })
      : route.fallback(),
  )
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Appointments: 0')
  expect(renewals).toEqual([expect.stringContaining('/user/')])
})

test('a reload after the session has ended leads to the login screen', async ({ page, server, context }) => {
  await signInAs(page, server, await signUp(server))
  await page.goto('/dashboard/review')
  await expect.poll(() => tokenOf(page)).not.toBeNull()
  await context.clearCookies()
  await page.reload()
  await expect(page).toHaveURL(loginPage)
  await expect.poll(() => tokenOf(page)).toBeNull()
})

test('a spinner shows while the session is checked', { tag: '@any-width' }, async ({ page, context, server }) => {
  await signInAs(page, server, await signUp(server))
  const releaseSession = await delay(page, '**/api/auth/get-session')
  await page.goto('/appointment')
  await context.clearCookies()
  const spinner = page.getByRole('status').filter({ hasText: 'Checking who is signed in' })
  await expect(spinner.locator('.loading-spinner')).toBeInViewport()
  await axe(page)
  releaseSession()
  await expect(page).toHaveURL(loginPage)
})
