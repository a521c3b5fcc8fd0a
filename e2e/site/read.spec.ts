import { expect } from '@playwright/test'
import { axe } from '../support/axe.ts'
import { openMenu, signInAs, signUp } from '../support/people.ts'
import { test } from '../support/test.ts'

test('an unknown URL shows a page with status 404 and a link to the home page', { tag: '@any-width' }, async ({
  page,
  allowConsole,
}) => {
  allowConsole(/status of 404/)
  const response = await page.goto('/no/such/page')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('main').getByRole('link').first().click()
  await expect(page).toHaveURL('/')
})

test('an unknown appointment is reported as not found', { tag: '@any-width' }, async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 4(00|04)/)
  await signInAs(page, server, await signUp(server))
  for (const id of ['00000000-0000-4000-8000-000000000000', 'nonsense']) {
    for (const kind of ['payment', 'receipt']) {
      await page.goto(`/dashboard/${kind}/${id}`)
      await expect(page.getByText('We can’t find that appointment')).toBeVisible()
    }
  }
})

test('a page whose data could not be loaded says why, and Try again recovers', { tag: '@any-width' }, async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 503/)
  await signInAs(page, server, await signUp(server))
  let isBroken = true
  const problem = {
    type: 'about:blank',
    title: 'Service Unavailable',
    status: 503,
    detail: 'The clinic is not reachable.',
  }
  await page.route('**/available?*', (route) =>
    isBroken
      ? route.fulfill({ status: 503, contentType: 'application/problem+json', body: JSON.stringify(problem) })
      : route.continue(),
  )
  await page.goto('/appointment')
  await expect(page.getByText('The clinic is not reachable.')).toBeVisible()
  await axe(page)
  isBroken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Book Appointment' })).toHaveCount(9)
})

test('an answer that the page can’t read is not reported as a lost connection, and is requested once', {
  tag: '@any-width',
}, async ({ page, server }) => {
  await signInAs(page, server, await signUp(server))
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
  await expect(page.getByRole('button', { name: 'Book Appointment' })).toHaveCount(9)
})

test('public pages and their links work when no script loads', async ({ page, allowConsole }) => {
  allowConsole(/Failed to load resource|CORS|net::ERR_FAILED/)
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/')
  await page.getByRole('main').getByRole('link', { name: 'Get Started' }).waitFor()
  await openMenu(page)
  await page.getByRole('banner').getByRole('link', { name: 'About' }).click()
  await expect(page).toHaveURL('/about')
  await expect(page.getByRole('heading', { name: 'Under construction' })).toBeVisible()
})
