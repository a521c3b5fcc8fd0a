import { expect, type Page } from '@playwright/test'
import { axe } from '../support/axe.ts'
import { demoAdmin, logIn, signInAs, signUp, tokenOf } from '../support/people.ts'
import { test } from '../support/test.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search by name or email' })
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const adminLinks = ['All Users', 'Add a Doctor', 'Manage Doctors', 'Activity']

async function openMenu(page: Page) {
  const menu = page.getByRole('banner').getByRole('button', { name: 'Menu' })
  if (await menu.isVisible()) await menu.click()
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
  const menu = await openMenu(page)
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

  await (await openMenu(page)).getByRole('link', { name: 'Activity' }).click()
  await expect(heading(page)).toHaveText('Activity')
  await expect(rowOf(page, `Removed the admin role of ${ann.email}`)).toHaveCount(1)
  const deed = rowOf(page, `Made ${ann.email} an admin`).first()
  await expect(deed).toContainText('admin@example.com')
  await expect(deed).toContainText('127.0.0.1')
  await expect(deed).toContainText(/[A-Z][a-z]{2} \d+, \d{4}, \d+:\d\d [AP]M/)
  await axe(page)

  const theirs = await browser.newContext({ baseURL: server.url })
  const other = await theirs.newPage()
  await signInAs(other, server, ann)
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
  const menu = await openMenu(page)
  await expect(menu.getByRole('link', { name: 'My Reviews' })).toBeVisible()
  for (const name of adminLinks) await expect(menu.getByRole('link', { name })).toHaveCount(0)
  await expect.poll(() => tokenOf(page)).not.toBeNull()

  for (const path of ['/dashboard/users', '/dashboard/activity']) {
    await page.goto('/dashboard/history')
    await expect(heading(page)).toHaveText('My History')
    const pagesBefore = await page.evaluate(() => history.length)
    await page.goto(path)
    await expect(page).toHaveURL('/login')
    await expect(page.getByText('Log in as an admin to open this page.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
    expect(await page.evaluate(() => history.length), 'the page was replaced').toBe(pagesBefore + 1)
    expect(await tokenOf(page)).toBeNull()
    expect(await (await page.request.get('/api/auth/get-session')).json()).toBeNull()
    // The page that was not for them is not where a login leads.
    await logIn(page, patient)
    await expect(page).toHaveURL('/')
  }
})

test('a visitor logs in first and is then on the admin page', { tag: '@any-width' }, async ({ page }) => {
  await page.goto('/dashboard/users?sort=newest')
  await expect(page).toHaveURL('/login')
  await page.getByRole('button', { name: 'Use demo admin' }).click()
  await page.getByRole('button', { name: 'Login' }).click()
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
  await expect(page).toHaveURL('/login')
  expect(await tokenOf(page)).toBeNull()
})

test('search, order and page are kept in the address; a search without a match says so', async ({ page, server }) => {
  const people = Array.from({ length: 245 }, (_, n) => ({
    name: `Pat Number ${n + 1}`,
    email: `pat${n + 1}@example.org`,
    role: 'patient',
    verified: true,
  }))
  await page.route('**/user?*', (route) => {
    const query = new URL(route.request().url()).searchParams
    const found = people.filter(({ name }) => name.toLowerCase().includes(query.get('search') ?? ''))
    if (query.get('sort') === 'newest') found.reverse()
    const limit = Number(query.get('limit'))
    const from = (Number(query.get('page')) - 1) * limit
    const headers = { 'x-total-count': String(found.length) }
    return route.fulfill({ json: found.slice(from, from + limit), headers })
  })
  const firstRow = page.getByRole('row').nth(1)
  await signInAs(page, server, await demoAdmin(server))
  await page.goto('/dashboard/users')
  await expect(heading(page)).toHaveText('All Users: 245')
  await search(page).pressSequentially('pat')
  await expect(page.getByText('1 to 100 of 245 that match “pat”')).toBeVisible()
  await page.getByLabel('Order').selectOption('Newest first')
  await expect(firstRow).toContainText('pat245@')
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByText('101 to 200 of 245 that match “pat”')).toBeVisible()
  await page.reload()
  await expect(page.getByText('101 to 200 of 245 that match “pat”')).toBeVisible()
  await expect(firstRow).toContainText('pat145@')
  await expect(search(page)).toHaveValue('pat')
  await page.goBack()
  await expect(page.getByText('1 to 100 of 245 that match “pat”')).toBeVisible()

  await search(page).fill('nobody')
  await expect(page.getByText('No user matches “nobody”.')).toBeVisible()
  await expect(heading(page)).toHaveText('All Users: 245')
  await axe(page)
  await page.getByRole('link', { name: 'Show all users' }).click()
  await expect(search(page)).toHaveValue('')
  await expect(page).toHaveURL('/dashboard/users')
  await expect(page.getByText('1 to 100 of 245', { exact: true })).toBeVisible()
  await page.goBack()
  await expect(search(page)).toHaveValue('nobody')
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

test('‘Remove User’ says that it is not available yet, and does nothing', { tag: '@any-width' }, async ({
  page,
  server,
}) => {
  const ann = await signUp(server)
  await signInAs(page, server, await demoAdmin(server))
  await page.goto(`/dashboard/users?search=${ann.email}`)
  const remove = rowOf(page, ann.email).getByRole('button', { name: 'Remove User' })
  await expect(remove).toHaveAccessibleDescription(/not available yet/)
  await remove.click()
  await page.reload()
  await expect(rowOf(page, ann.email)).toBeVisible()
})

test('an admin removes another’s admin role after a question that names them', async ({ page, server }) => {
  const ann = await signUp(server, 'Ann Able')
  await signInAs(page, server, await demoAdmin(server))
  await page.goto(`/dashboard/users?search=${ann.email}`)
  const row = rowOf(page, ann.email)
  await expect(row).toContainText('Ann Able · email not confirmed')
  await row.getByRole('button', { name: 'Make Admin' }).click()
  const remove = row.getByRole('button', { name: 'Remove Admin' })
  await remove.click()
  const dialog = page.getByRole('dialog', { name: 'Remove the admin role of Ann Able?' })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expect(dialog).toHaveAccessibleDescription(new RegExp(`Ann Able \\(${ann.email}\\)`))
  await axe(page)
  await page.keyboard.press('Escape')
  await expect(remove).toBeFocused()
  await remove.click()
  await dialog.getByRole('button', { name: 'Remove Admin' }).click()
  await expect(page.getByText(`Removed the admin role of ${ann.email}`, { exact: true })).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(row).toContainText('Patient')
  await expect(row.getByText(ann.email)).toBeFocused()
})

test('an admin can’t remove their own role, and a refused removal says why', { tag: '@any-width' }, async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 409/)
  const ann = await signUp(server, 'Ann Able')
  await signInAs(page, server, await demoAdmin(server))
  await page.goto('/dashboard/users?search=admin@example.com')
  const own = rowOf(page, 'admin@example.com')
  await expect(own).toContainText('You can’t remove your own role.')
  await expect(own.getByRole('button', { name: 'Remove Admin' })).toHaveCount(0)

  await page.goto(`/dashboard/users?search=${ann.email}`)
  const row = rowOf(page, ann.email)
  await row.getByRole('button', { name: 'Make Admin' }).click()
  const problem = { type: 'about:blank', title: 'Conflict', status: 409, detail: 'You are the only admin.' }
  await page.route('**/user/admin/*', (route) =>
    route.fulfill({ status: 409, contentType: 'application/problem+json', body: JSON.stringify(problem) }),
  )
  await row.getByRole('button', { name: 'Remove Admin' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Remove Admin' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(`${ann.email} is still an admin. You are the only admin.`)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(row).toContainText('Admin')
})

test('the table of users fits its frame at every width', async ({ page, server }) => {
  const long = 'bartholomew-maximilian.featherstonehaugh@a-rather-long-name.example.org'
  const people = [
    { email: 'admin@example.com', name: 'Demo Admin', role: 'admin', verified: true },
    { email: long, name: 'Bartholomew Featherstonehaugh', role: 'admin', verified: false },
    { email: `b${long}`, name: 'Bartholomew Featherstonehaugh', role: 'patient', verified: false },
  ]
  await page.route('**/user?*', (route) => route.fulfill({ json: people }))
  await signInAs(page, server, await demoAdmin(server))
  await page.goto('/dashboard/users')
  await expect(heading(page)).toHaveText('All Users: 3')
  for (const width of [320, 375, 600, 768, 800, 1023, 1024, 1280, 1600]) {
    await page.setViewportSize({ width, height: 800 })
    const wide = await page.evaluate(() =>
      // The page, the frame around the table, and its cells.
      [document.documentElement, ...document.querySelectorAll('main :has(> table), main td, main td div')]
        .filter((box) => box.scrollWidth > box.clientWidth)
        .map((box) => `${box.tagName} ${box.className}`),
    )
    expect(wide, `${width} px`).toEqual([])
  }
})

test('a promotion that is refused says so, and the user stays a patient', { tag: '@any-width' }, async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 403/)
  const ann = await signUp(server)
  await signInAs(page, server, await demoAdmin(server))
  await page.route('**/user/admin/*', (route) =>
    route.fulfill({ status: 403, contentType: 'application/problem+json' }),
  )
  await page.goto(`/dashboard/users?search=${ann.email}`)
  const row = rowOf(page, ann.email)
  await row.getByRole('button', { name: 'Make Admin' }).click()
  await expect(page.getByText('Failed to Make an admin', { exact: true })).toBeVisible()
  await expect(row.getByRole('button', { name: 'Make Admin' })).toBeEnabled()
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
