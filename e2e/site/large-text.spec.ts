import { expect, type Page } from '@playwright/test'
import { pageList } from '#contract/site/pages.ts'
import { linkIn, newestMail } from '#server/testing/outside/outbox.ts'
import { sidewaysProblems } from '../support/accessibility.ts'
import { book } from '../support/bookings.ts'
import { chooseDayOfNextMonth, openBooking } from '../support/calendar.ts'
import { signInAs, signUp } from '../support/people.ts'
import { test } from '../support/test.ts'

/** WCAG 1.4.10: as wide as a page must fit, or a desktop screen of 1280 px at 400 % zoom. */
const narrow = { width: 320, height: 640 }

test('a patient’s pages have room for text twice as large on a narrow phone', async ({
  page,
  server,
  allowConsole,
}) => {
  test.setTimeout(240_000)
  allowConsole(/status of 40[014]/)
  await page.setViewportSize(narrow)
  await page.addInitScript(() => {
    const enlarge = () => document.documentElement?.style.setProperty('font-size', '200%')
    new MutationObserver(enlarge).observe(document, { childList: true })
  })
  const check = async (name: string) => {
    await expect(page.locator('.skeleton, .loading').filter({ visible: true })).toHaveCount(0)
    expect.soft(await page.evaluate(sidewaysProblems), name).toEqual([])
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/large-${name}.png`, fullPage: true })
  }
  const pathsFor = (wanted: 'everyone' | 'members') =>
    pageList.filter(({ audience, byAddress }) => audience === wanted && !byAddress).map(({ path }) => path)
  const visit = async (path: string) => {
    await page.goto(path)
    await expect(page.locator('main h1').first()).toBeVisible()
    await check(path.replaceAll('/', '-').replace(/#.*/, ''))
  }
  for (const path of pathsFor('everyone')) {
    await visit(path)
    if (path === '/login') await expectApart(page)
  }
  const person = await signUp(server)
  const { _id: id } = await book(server, person, 'Teeth Cleaning')
  await signInAs(page, server, person)
  await page.goto('/appointment')
  await check('appointment')
  await chooseDayOfNextMonth(page, 27)
  await check('day')
  const dialog = await openBooking(page, 'Oral Surgery')
  await dialog.getByLabel('Phone').fill('+1 646 555 0100')
  await check('booking')
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(dialog).toBeHidden()
  await check('strip')
  await page.goto('/dashboard')
  await check('dashboard')
  for (const [name, button] of [
    ['move', /^Move/],
    ['cancel', /^Cancel/],
  ] as const) {
    const opened = page.getByRole('dialog')
    await page.getByRole('button', { name: button }).first().click()
    await expect(opened).toBeVisible()
    await check(name)
    await page.keyboard.press('Escape')
    await expect(opened).toBeHidden()
  }
  for (const path of [...pathsFor('members'), `/dashboard/receipt/${id}`]) await visit(path)
  await page.goto(`/dashboard/payment/${id}`)
  await expect(page.getByRole('button', { name: 'Pay' })).toBeVisible()
  await check('payment')
  const { pathname, hash } = linkIn(await newestMail(server.dataDir, person.email), 'Move or cancel')
  await visit(pathname + hash)
  await expect(page.getByRole('button', { name: 'Move' })).toBeVisible()
  await check('link')
})

/** The label of the password and the link beside it don't overlap. */
async function expectApart(page: Page) {
  const label = await page.getByText('Password', { exact: true }).boundingBox()
  const link = await page.getByRole('link', { name: 'Forgot password?' }).boundingBox()
  if (!label || !link) throw new Error('The login has no label or no link')
  const isApart = label.y + label.height <= link.y || link.y + link.height <= label.y || label.x + label.width <= link.x
  expect(isApart, JSON.stringify({ label, link })).toBe(true)
}
