import { expect, type Page } from '@playwright/test'
import type { PageFacts } from '#contract/site/page-facts.ts'
import { pageList, pages } from '#contract/site/pages.ts'
import { axeInBothSchemes, expectAccessible, phone } from '../support/accessibility.ts'
import { book } from '../support/bookings.ts'
import { chooseDayOfNextMonth, openBooking } from '../support/calendar.ts'
import { delay } from '../support/delay.ts'
import { demoAdmin, openMenu, signInAs, signUp } from '../support/people.ts'
import { test } from '../support/test.ts'

// Each page is opened once: `expectAccessible` itself changes the width and the color scheme.
test.describe.configure({ mode: 'parallel', timeout: 300_000 })

/** The addresses of all pages for `audience` that need nothing in them. */
const pathsFor = (audience: PageFacts['audience']) =>
  pageList.filter((page) => page.audience === audience && !page.byAddress).map(({ path }) => path)

async function checkPage(page: Page, path: string) {
  await page.goto(path)
  await expect(page.locator('main h1').first()).toBeVisible()
  await expect(page.locator('.skeleton, .loading')).toHaveCount(0)
  await expectAccessible(page)
}

test('public pages are accessible', { tag: '@any-width' }, async ({ page, allowConsole }) => {
  allowConsole(/status of 40[014]/)
  for (const path of [
    ...pathsFor('everyone'),
    '/login?refused=expired',
    `/reset-password#token=${'a'.repeat(24)}`,
    '/reset-password',
    '/verify-email#token=spoilt',
    '/no/such/page',
  ]) {
    await checkPage(page, path)
  }
})

test('a patient’s pages are accessible', { tag: '@any-width' }, async ({ page, server, allowConsole }) => {
  allowConsole(/status of 40[04]/)
  const person = await signUp(server, 'Bartholomew-Maximilian Featherstonehaugh')
  await signInAs(page, server, person)
  await checkPage(page, '/dashboard')
  const { _id: id } = await book(server, person)
  for (const path of [
    ...pathsFor('members'),
    `/dashboard/payment/${id}`,
    `/dashboard/receipt/${id}`,
    '/dashboard/receipt/nonsense',
  ]) {
    await checkPage(page, path)
  }
})

const adminPaths = [...pathsFor('admins'), `${pages.users}?search=nobody`, pages.account]
const half = Math.ceil(adminPaths.length / 2)
// Two workers share them.
for (const [which, paths] of [
  ['first', adminPaths.slice(0, half)],
  ['second', adminPaths.slice(half)],
] as const) {
  test(`the ${which} half of an admin’s pages is accessible`, { tag: '@any-width' }, async ({ page, server }) => {
    await signInAs(page, server, await demoAdmin(server))
    for (const path of paths) await checkPage(page, path)
  })
}

test('menus, dialogs and messages are accessible', { tag: '@any-width' }, async ({ page, server }) => {
  await page.setViewportSize(phone)
  await page.goto('/about')
  await openMenu(page)
  await axeInBothSchemes(page)

  // A second session: My Account then lists a device that can be signed out.
  await demoAdmin(server)
  await signInAs(page, server, await demoAdmin(server))
  await page.goto('/dashboard/manageDoctor')
  await openMenu(page)
  await axeInBothSchemes(page)
  await page.keyboard.press('Escape')
  await page
    .getByRole('button', { name: /^Delete / })
    .first()
    .click()
  await expectAccessible(page)

  await page.goto('/dashboard/account')
  await page
    .getByRole('button', { name: /^Sign out / })
    .first()
    .click()
  await expectAccessible(page)

  await page.goto('/appointment')
  await chooseDayOfNextMonth(page, 27)
  const dialog = await openBooking(page, 'Oral Surgery')
  // The dialog fills in the phone number of an earlier appointment.
  await dialog.getByLabel('Phone').fill('')
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(dialog.getByLabel('Phone')).toHaveAccessibleDescription('Phone is Required')
  await expectAccessible(page)
  await dialog.getByLabel('Phone').fill('212 555 0142')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Close this message' }).focus()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Messages: 1' }).click()
  await expect(page.getByRole('dialog', { name: 'Recent messages' })).toBeFocused()
  await expectAccessible(page)
})

test('nothing is animated when the visitor prefers reduced motion', { tag: '@any-width' }, async ({ page, server }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize(phone)
  await signInAs(page, server, await signUp(server))
  const releaseSession = await delay(page, '**/api/auth/get-session')
  const releaseAvailability = await delay(page, '**/available?*')
  await page.goto('/appointment')
  await expect(page.getByText('Checking who is signed in')).toBeVisible()
  expect(await page.evaluate(animatedElements)).toEqual([])
  releaseSession()
  await expect(page.locator('.skeleton').first()).toBeAttached()
  expect(await page.evaluate(animatedElements)).toEqual([])
  releaseAvailability()
  await chooseDayOfNextMonth(page, 26)
  await page.getByRole('button', { name: 'Book Appointment' }).last().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await page.evaluate(animatedElements)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Menu' }).click()
  expect(await page.evaluate(animatedElements)).toEqual([])
})

/** Lists elements with an animation, also one inside an SVG mask. Runs in the page. */
function animatedElements(): string[] {
  const masks = [...document.querySelectorAll('body *')].filter((element) =>
    getComputedStyle(element).maskImage.includes('animate'),
  )
  const animated = document
    .getAnimations()
    .map(({ effect }) => (effect instanceof KeyframeEffect ? effect.target : null))
  return [...masks, ...animated].map((element) => element?.outerHTML.slice(0, 120) ?? 'an element')
}
