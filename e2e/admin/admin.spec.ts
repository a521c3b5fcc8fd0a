import { expect, type Page } from '@playwright/test'
import { axe } from '../support/axe.ts'
import {
  demoAdmin,
  logIn,
  logInAsDemoAdmin,
  loginPage,
  onAnotherDevice,
  openMenu,
  signInAs,
  signUp,
  tokenOf,
} from '../support/people.ts'
import { test } from '../support/test.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search by name or email' })
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const adminLinks = ['All Users', 'Add a Doctor', 'Manage Doctors', 'Activity']

async function dashboardMenu(page: Page) {
  await openMenu(page)
  return page.getByRole('navigation', { name: 'Dashboard' })
}

test('an admin finds a user, makes them an admin, undoes it and does it again, and reads about it in Activity; they have the menu of an admin', async ({
  page,
  server,
  browser,
}) => {
  const ann = await signUp(server, 'Ann Able')
  await signInAs(page, server, await demoAdmin(server))
  await page.goto('/dashboard')
  await expect(heading(page)).toHaveText('My Appointments: 0')
  const menu = await dashboardMenu(page)
  for (const name of adminLinks) await expect(menu.getByRole('link', { name })).toBeVisible()
  await menu.getByRole('link', { name: 'All Users' }).click()
  await expect(page).toHaveURL('/dashboard/users')
  await expect(heading(page)).toHaveText(/^All Users: [1-9]/)
  await axe(page)

  await search(page).fill(ann.email)
  await expect(page.getByText('1 to 1 of 1 that match')).toBeVisible()
  const row = rowOf(page, ann.email)
  await expect(row).toContainText('Patient')
  await row.getByRole('button', { name: 'Make Admin' }).click()
  await expect(page.getByText('Successfully made an admin', { exact: true })).toBeVisible()
  await expect(row.getByRole('button', { name: 'Make Admin' })).toHaveCount(0)
  await expect(row.getByText(ann.email)).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(`Removed the admin role of ${ann.email}`, { exact: true })).toBeVisible()
  await row.getByRole('button', { name: 'Make Admin' }).click()
  await expect(row.getByRole('button', { name: 'Remove Admin' })).toBeVisible()
  await axe(page)

  await (await dashboardMenu(page)).getByRole('link', { name: 'Activity' }).click()
  await expect(heading(page)).toHaveText('Activity')
  await expect(rowOf(page, `Removed the admin role of ${ann.email}`)).toHaveCount(1)
  const deed = rowOf(page, `Made ${ann.email} an admin`).first()
  await expect(deed).toContainText('admin@example.com')
  await expect(deed).toContainText('127.0.0.1')
  await expect(deed).toContainText(/[A-Z][a-z]{2} \d+, \d{4}, \d+:\d\d [AP]M/)
  await axe(page)

  const theirs = await browser.newContext({ baseURL: server.url })
  const other = await theirs.newPage()
  // The end of the role has ended her session.
  await signInAs(other, server, await onAnotherDevice(server, ann))
  await other.goto('/dashboard/users')
  await expect(heading(other)).toHaveText(/^All Users/)
  await theirs.close()
})

test('a patient has no admin menu, and on an admin page is signed out and has to log in', {
  tag: '@any-width',
}, async ({ page, server }) => {
  const patient = await signUp(server)
  await signInAs(page, server, patient)
  await page.goto('/dashboard')
  await expect(heading(page)).toHaveText('My Appointments: 0')
  const menu = await dashboardMenu(page)
  await expect(menu.getByRole('link', { name: 'My Reviews' })).toBeVisible()
  for (const name of adminLinks) await expect(menu.getByRole('link', { name })).toHaveCount(0)
  await expect.poll(() => tokenOf(page)).not.toBeNull()

  for (const path of ['/dashboard/users', '/dashboard/activity']) {
    await page.goto('/dashboard/history')
    await expect(heading(page)).toHaveText('My History')
    const pagesBefore = await page.evaluate(() => history.length)
    await page.goto(path)
    await expect(page).toHaveURL(loginPage)
    await expect(page.getByText('Log in as an admin to open this page.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
    expect(await page.evaluate(() => history.length), 'the page was replaced').toBe(pagesBefore + 1)
    expect(await tokenOf(page)).toBeNull()
    expect(await (await page.request.get('/api/auth/get-session')).json()).toBeNull()
    // The page that was not for them is not where their login leads.
    await logIn(page, patient)
    await expect(page).toHaveURL('/')
  }

  await page.goto('/dashboard/users?sort=newest')
  await expect(page.getByText('Log in as an admin to open this page.')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Create New Account' }).click()
  await page.getByRole('link', { name: 'Already have an account? Please login' }).click()
  await logInAsDemoAdmin(page)
  await expect(page).toHaveURL('/dashboard/users?sort=newest')
  await expect(heading(page)).toHaveText(/^All Users: [1-9]/)
})

test('a visitor logs in first and is then on the admin page', { tag: '@any-width' }, async ({ page }) => {
  await page.goto('/dashboard/users?sort=newest')
  await expect(page).toHaveURL(loginPage)
  await logInAsDemoAdmin(page)
  await expect(page).toHaveURL('/dashboard/users?sort=newest')
  await expect(heading(page)).toHaveText(/^All Users: [1-9]/)
  await expect(page.getByLabel('Order')).toHaveValue('newest')
})

test('a token that was tampered with ends the sign-in on an admin page', { tag: '@any-width' }, async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 401/)
  await signInAs(page, server, await demoAdmin(server))
  await page.goto('/dashboard/users')
  await expect(heading(page)).toHaveText(/^All Users: [1-9]/)
  await page.evaluate(() => localStorage.setItem('accessToken', `${localStorage.getItem('accessToken')}x`))
  await page.goto('/dashboard/activity')
  await expect(page).toHaveURL(loginPage)
  expect(await tokenOf(page)).toBeNull()
})

test('older activity is shown on demand, up to the first', { tag: '@any-width' }, async ({ page, server }) => {
  const deeds = (from: number, to: number) =>
    Array.from({ length: from - to + 1 }, (_, n) => ({
      ...{ _id: from - n, actor: 'admin@example.com', action: 'add-doctor', target: `doctor-${from - n}@example.org` },
      ...{ at: '2026-11-21T20:15:00.000Z', ip: '2001:db8::1' },
    }))
  const unknown = { ...deeds(61, 61)[0], action: 'paint-wall', target: 'hall' }
  await page.route('**/audit', (route) =>
    route.fulfill({ json: { entries: [...deeds(60, 11), unknown], nextCursor: 11 } }),
  )
  await page.route('**/audit?before=11', (route) =>
    route.fulfill({ json: { entries: deeds(10, 1), nextCursor: null } }),
  )
  await signInAs(page, server, await demoAdmin(server))
  await page.goto('/dashboard/activity')
  await expect(page.getByRole('row')).toHaveCount(52)
  await expect(rowOf(page, 'paint-wall: hall')).toBeVisible()
  // Quarter past eight in the evening in London is the afternoon of the clinic in New York.
  await expect(page.getByRole('row').nth(1)).toContainText('Nov 21, 2026, 3:15 PM')
  await page.getByRole('button', { name: 'Show older' }).click()
  await expect(page.getByRole('row')).toHaveCount(62)
  await expect(page.getByRole('row').last()).toContainText('Added the doctor doctor-1@example.org')
  await expect(page.getByRole('button', { name: 'Show older' })).toHaveCount(0)
  await expect(page.getByText('That is everything.')).toBeFocused()
  await axe(page)
})

test('a list that can’t be loaded says so and is asked for again', { tag: '@any-width' }, async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 503/)
  await signInAs(page, server, await demoAdmin(server))
  const down = { status: 503, contentType: 'application/problem+json', body: '{}' }
  for (const [path, call, what] of [
    ['/dashboard/users', '**/user?*', 'The users could not be loaded.'],
    ['/dashboard/activity', '**/audit', 'The activity could not be loaded.'],
  ] as const) {
    await page.route(call, (route) => route.fulfill(down))
    await page.goto(path)
    await expect(page.getByText(what)).toBeVisible()
    await axe(page)
    await page.unroute(call)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText(what)).toBeHidden()
    await expect(page.getByRole('row').or(page.getByText('Nothing yet')).first()).toBeVisible()
  }
})
