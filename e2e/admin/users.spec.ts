import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { addDays, clinicToday, formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import { axe } from '../support/axe.ts'
import { callDesk } from '../support/desk.ts'
import { demoAdmin, signInAs, signUp } from '../support/people.ts'
import { test } from '../support/test.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search by name or email' })
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

test('search, order and page are kept in the address; a search without a match says so', { tag: '@any-width' }, async ({
  page,
  server,
}) => {
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

test('an admin removes another’s admin role after a question that names them', { tag: '@any-width' }, async ({
  page,
  server,
}) => {
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

test('an admin sees where a person is signed in, and signs them out', async ({ page, server }) => {
  const person = await signUp(server)
  await signInAs(page, server, await demoAdmin(server))
  await page.goto(`/dashboard/users?search=${person.email}`)
  await page.getByRole('button', { name: 'Account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Account' })
  await expect(dialog.getByRole('listitem')).toContainText('Chrome on Linux')
  await axe(page)
  await dialog.getByRole('button', { name: 'Sign out everywhere' }).click()
  await dialog.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page.getByText(`${person.email} was signed out everywhere.`).first()).toBeVisible()
  const cookie = person.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const answer = await fetch(`${server.url}/api/auth/get-session`, { headers: { cookie } })
  expect(await answer.json()).toBeNull()
})

test('an admin saves what is kept about a person, and erases the account', async ({ page, server }) => {
  const person = await signUp(server)
  await signInAs(page, server, await demoAdmin(server))
  await page.goto(`/dashboard/users?search=${person.email}`)
  await page.getByRole('button', { name: 'Account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Account' })
  const saving = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download to read' }).click()
  expect(readFileSync(await (await saving).path(), 'utf8')).toContain(person.email)
  await dialog.getByRole('button', { name: 'Erase account' }).click()
  await axe(page)
  await dialog.getByRole('button', { name: 'Erase account' }).click()
  await expect(page.getByText(`The account ${person.email} was erased.`).first()).toBeVisible()
  await expect(page.getByText(`No user matches “${person.email}”.`)).toBeVisible()
})

test('a patient without email is found by name; their data are saved and erased', { tag: '@any-width' }, async ({
  page,
  server,
}) => {
  const name = `Phoebe ${randomUUID().slice(0, 8)}`
  const [{ _id: treatmentId }] = await (await fetch(`${server.url}/service`)).json()
  const date = formatMediumDate(addDays(clinicToday(new Date(), 'America/New_York'), 40))
  const patient = { name, phone: '+1 555 0188' }
  const [first] = await callDesk(server, 'GET', `/desk/times?date=${date}&treatment=${treatmentId}`)
  const booked = await callDesk(server, 'POST', '/desk/appointments', {
    ...{ patient, treatmentId, date, slot: first.slot, requestId: randomUUID() },
  })
  await callDesk(server, 'POST', `/desk/appointments/${booked.booking._id}/cancel`, { refund: 0, note: '' })
  await signInAs(page, server, await demoAdmin(server))
  await page.goto(`/dashboard/users?search=${name}`)
  await expect(rowOf(page, name)).toContainText('No email')
  await rowOf(page, name).getByRole('button', { name: 'Account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Account' })
  await expect(dialog).toContainText(name)
  await expect(dialog.getByText('Signed in')).toBeHidden()
  const saving = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download to read' }).click()
  expect(readFileSync(await (await saving).path(), 'utf8')).toContain('+1 555 0188')
  await dialog.getByRole('button', { name: 'Erase account' }).click()
  await axe(page)
  await dialog.getByRole('button', { name: 'Erase account' }).click()
  await expect(page.getByText(`The account ${name} was erased.`).first()).toBeVisible()
})
