import { expect } from '@playwright/test'
import { axe } from '../support/axe.ts'
import { signedIn, signUp } from '../support/people.ts'
import { test } from '../support/test.ts'

test('an address that is no page says so, with status 404, and leads on', async ({ page, allowConsole }) => {
  allowConsole(/status of 404/)
  const answer = await page.goto('/no/such/page')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await axe(page)
  await page.getByRole('main').getByRole('link').first().click()
  await expect(page).toHaveURL('/')
})

test('somebody else’s appointment is as unknown as none', async ({ page, server, allowConsole }) => {
  allowConsole(/status of 4(00|04)/)
  await signedIn(page, server, await signUp(server))
  for (const id of ['00000000-0000-4000-8000-000000000000', 'nonsense']) {
    for (const of of ['payment', 'receipt']) {
      await page.goto(`/dashboard/${of}/${id}`)
      await expect(page.getByText('We can’t find that appointment')).toBeVisible()
    }
  }
})

test('a page that the server can’t fill says what happened and tries again when asked', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 503/)
  await signedIn(page, server, await signUp(server))
  let broken = true
  const problem = {
    type: 'about:blank',
    title: 'Service Unavailable',
    status: 503,
    detail: 'The clinic is not reachable.',
  }
  await page.route('**/available?*', (route) =>
    broken
      ? route.fulfill({ status: 503, contentType: 'application/problem+json', body: JSON.stringify(problem) })
      : route.continue(),
  )
  await page.goto('/appointment')
  await expect(page.getByText('The clinic is not reachable.')).toBeVisible()
  await axe(page)
  broken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Book Appointment' })).toHaveCount(6)
})

test('an answer that the page can’t read is not taken for a lost connection, and is asked for once', async ({
  page,
  server,
}) => {
  await signedIn(page, server, await signUp(server))
  let requests = 0
  await page.route('**/available?*', (route) => {
    requests += 1
    return route.fulfill({ contentType: 'text/html', body: '<h1>Welcome to the hotel’s network</h1>' })
  })
  await page.goto('/appointment')
  await expect(page.getByText('sent an answer that this page can’t read')).toBeVisible()
  expect(requests).toBe(1)
  await page.unroute('**/available?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Book Appointment' })).toHaveCount(6)
})

test('public pages are read and left although no script arrives', async ({ page, allowConsole }) => {
  allowConsole(/Failed to load resource|CORS|net::ERR_FAILED/)
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/')
  await page.getByRole('main').getByRole('link', { name: 'Get Started' }).waitFor()
  const menu = page.getByRole('banner').getByRole('button', { name: 'Menu' })
  if (await menu.isVisible()) await menu.click()
  await page.getByRole('banner').getByRole('link', { name: 'About' }).click()
  await expect(page).toHaveURL('/about')
  await expect(page.getByRole('heading', { name: 'Under construction' })).toBeVisible()
})
