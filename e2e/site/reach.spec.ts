import { expect, type Page } from '@playwright/test'
import { type PageFacts, pageList, pages } from '#contract/site/pages.ts'
import { book } from '../support/bookings.ts'
import { chooseDayOfNextMonth, openBooking } from '../support/calendar.ts'
import { demoAdmin, signedIn, signUp } from '../support/people.ts'
import { expectReadable, expectWithinReach, phone } from '../support/reach.ts'
import { test } from '../support/test.ts'

// One sign-in a role, every page once: each is turned to every width by the check itself.
test.describe.configure({ timeout: 300_000 })

const content = (page: Page) => page.locator('main h1').first()

/** The addresses of all pages for `audience` that need nothing in them. */
const pathsFor = (audience: PageFacts['for']) =>
  pageList.filter((page) => page.for === audience && !page.byAddress).map(({ path }) => path)

async function visit(page: Page, path: string) {
  await page.goto(path)
  await expect(content(page)).toBeVisible()
  await expect(page.locator('.skeleton, .loading')).toHaveCount(0)
  await expectWithinReach(page)
}

test('everybody can use the pages for everybody', { tag: '@any-width' }, async ({ page, allowConsole }) => {
  allowConsole(/status of 40[014]/)
  for (const path of [
    ...pathsFor('everyone'),
    '/login?refused=expired',
    `/reset-password?token=${'a'.repeat(24)}`,
    '/reset-password',
    '/verify-email?token=spoilt',
    '/no/such/page',
  ]) {
    await visit(page, path)
  }
})

test('everybody can use the pages of a patient', { tag: '@any-width' }, async ({ page, server, allowConsole }) => {
  allowConsole(/status of 40[04]/)
  const person = await signUp(server, 'Bartholomew-Maximilian Featherstonehaugh')
  await signedIn(page, server, person)
  await visit(page, '/dashboard')
  const { _id: id } = await book(server, person)
  for (const path of [
    ...pathsFor('patient'),
    `/dashboard/payment/${id}`,
    `/dashboard/receipt/${id}`,
    '/dashboard/receipt/nonsense',
  ]) {
    await visit(page, path)
  }
})

test('everybody can use the pages of an admin', { tag: '@any-width' }, async ({ page, server }) => {
  await signedIn(page, server, await demoAdmin(server))
  for (const path of [...pathsFor('admin'), `${pages.users}?search=nobody`, pages.account]) await visit(page, path)
})

test('everybody can use what opens over a page', { tag: '@any-width' }, async ({ page, server }) => {
  await page.setViewportSize(phone)
  await page.goto('/about')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expectReadable(page)

  // On another device, which can be signed out from here.
  await demoAdmin(server)
  await signedIn(page, server, await demoAdmin(server))
  await page.goto('/dashboard/manageDoctor')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expectReadable(page)
  await page.keyboard.press('Escape')
  await page
    .getByRole('button', { name: /^Delete / })
    .first()
    .click()
  await expectWithinReach(page)

  await page.goto('/dashboard/account')
  await page
    .getByRole('button', { name: /^Sign out / })
    .first()
    .click()
  await expectWithinReach(page)

  await page.goto('/appointment')
  await chooseDayOfNextMonth(page, 27)
  const dialog = await openBooking(page, 'Oral Surgery')
  // Known from an earlier appointment, if the admin has one.
  await dialog.getByLabel('Phone').fill('')
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(dialog.getByLabel('Phone')).toHaveAccessibleDescription('Phone is Required')
  await expectWithinReach(page)
  await dialog.getByLabel('Phone').fill('555')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Close this message' }).focus()
  await expectWithinReach(page)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Messages: 1' }).click()
  await expect(page.getByRole('dialog', { name: 'Recent messages' })).toBeFocused()
  await expectWithinReach(page)
})

test('nothing moves for who asked for that', { tag: '@any-width' }, async ({ page, server }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize(phone)
  await signedIn(page, server, await signUp(server))
  const asked = await held(page, '**/api/auth/get-session')
  const times = await held(page, '**/available?*')
  await page.goto('/appointment')
  await expect(page.getByText('Checking who is signed in')).toBeVisible()
  expect(await page.evaluate(moving)).toEqual([])
  asked.resolve()
  await expect(page.locator('.skeleton').first()).toBeAttached()
  expect(await page.evaluate(moving)).toEqual([])
  times.resolve()
  await chooseDayOfNextMonth(page, 26)
  await page.getByRole('button', { name: 'Book Appointment' }).last().click()
  expect(await page.evaluate(moving)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Menu' }).click()
  expect(await page.evaluate(moving)).toEqual([])
})

/** Keeps answers to `url` back until it is resolved. */
async function held(page: Page, url: string) {
  const released = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await released.promise
    await route.continue()
  })
  return released
}

/** What moves on the page, also within a picture. Runs in the page. */
function moving(): string[] {
  const pictures = [...document.querySelectorAll('body *')].filter((element) =>
    getComputedStyle(element).maskImage.includes('animate'),
  )
  const animated = document
    .getAnimations()
    .map(({ effect }) => (effect instanceof KeyframeEffect ? effect.target : null))
  return [...pictures, ...animated].map((element) => element?.outerHTML.slice(0, 120) ?? 'something')
}
