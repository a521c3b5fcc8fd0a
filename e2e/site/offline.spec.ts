import { expect, type Page } from '@playwright/test'
import { axeInBothSchemes, expectRoomForLargeText } from '../support/accessibility.ts'
import { book } from '../support/bookings.ts'
import { demoAdmin, signInAs, signOut, signUp } from '../support/people.ts'
import { test } from '../support/test.ts'

test.use({ serviceWorkers: 'allow' })

/** Returns what the browser keeps: the entries of all caches, and the workers. */
function kept(page: Page) {
  return page.evaluate(async () => {
    const names = await caches.keys()
    const entries = names.map(async (name) => {
      const cache = await caches.open(name)
      const requests = await cache.keys()
      return requests.map(({ url }) => `${name} ${new URL(url).pathname}`)
    })
    const workers = await navigator.serviceWorker.getRegistrations()
    return { entries: (await Promise.all(entries)).flat(), workers: workers.length }
  })
}

const nothing = { entries: [], workers: 0 }
const onePage = { entries: ['offline /offline'], workers: 1 }

/** Opens My Appointments, and waits until it is kept. */
async function openAppointments(page: Page) {
  await page.goto('/dashboard')
  await expect.poll(() => kept(page)).toEqual(onePage)
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    if (active?.state !== 'activated') {
      await new Promise((resolve) => active?.addEventListener('statechange', resolve, { once: true }))
    }
  })
}

test('without a network a patient sees the next appointment and the clinic, and the page comes back', async ({
  page,
  context,
  server,
  allowConsole,
}) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED|Failed to load resource/)
  const person = await signUp(server)
  const { treatment } = await book(server, person)
  await signInAs(page, server, person)
  await openAppointments(page)
  const time = (await page.getByRole('cell').nth(1).textContent()) ?? ''

  await context.setOffline(true)
  await page.reload({ waitUntil: 'load' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re offline')
  await expect(page.getByRole('heading', { name: 'Your next appointment' })).toBeVisible()
  const next = page.locator('section').first()
  await expect(next).toContainText(treatment)
  await expect(next).toContainText(/day, [A-Z][a-z]{2} \d+, \d+:\d\d [AP]M/)
  await expect(next).toContainText(/As of [A-Z][a-z]{2} \d+, \d+:\d\d [AP]M/)
  expect(time).not.toBe('')
  await expect(page.getByRole('link', { name: '+1 212 555 0142' })).toHaveAttribute('href', /^tel:/)
  expect(await page.content()).not.toContain(person.email)
  await expectRoomForLargeText(page, 'offline')
  await axeInBothSchemes(page)

  await page.goto('/appointment', { waitUntil: 'load' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re offline')
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page).toHaveURL('/appointment')
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('You’re offline')
  expect(await kept(page)).toEqual(onePage)
})

test('a new appointment is kept at once, and a sign-out leaves nothing', async ({
  page,
  context,
  server,
  allowConsole,
}) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED|Failed to load resource/)
  const person = await signUp(server)
  await signInAs(page, server, person)
  await openAppointments(page)
  const saved = () => page.evaluate(async () => (await caches.match('/offline'))?.text())
  expect(await saved()).toContain('No upcoming appointment')
  await book(server, person)
  await page.goto('/dashboard')
  await expect.poll(saved).toContain('Teeth Cleaning')

  await signOut(page)
  await expect(page).toHaveURL('/')
  await expect.poll(() => kept(page)).toEqual(nothing)
  await context.setOffline(true)
  await expect(page.goto('/dashboard', { waitUntil: 'load' })).rejects.toThrow('ERR_INTERNET_DISCONNECTED')
})

test('a session that ended elsewhere and an erased account leave nothing', async ({ page, server, allowConsole }) => {
  allowConsole(/status of 40[13]/)
  const person = await signUp(server)
  await book(server, person)
  await signInAs(page, server, person)
  await openAppointments(page)
  await page.context().clearCookies()
  await page.goto('/login', { waitUntil: 'load' })
  await expect.poll(() => kept(page)).toEqual(nothing)

  const other = await signUp(server)
  await signInAs(page, server, other)
  await openAppointments(page)
  await page.goto('/dashboard/account')
  await page.getByRole('button', { name: 'Erase my account' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Erase my account' }).click()
  await expect(page.getByRole('dialog')).toContainText('Your account was erased')
  expect(await kept(page)).toEqual(nothing)
})

test('a visitor’s browser keeps nothing, and that of staff neither', async ({ page, server }) => {
  for (const path of ['/', '/about', '/login', '/signup']) {
    await page.goto(path)
    await page.mouse.move(30, 30)
    await page.mouse.wheel(0, 10)
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done)))
    expect(await kept(page), path).toEqual(nothing)
  }
  await signInAs(page, server, await demoAdmin(server))
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('My Appointments')
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)))
  expect(await kept(page)).toEqual(nothing)
})
