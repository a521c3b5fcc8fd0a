import { expect } from '@playwright/test'
import { pageList } from '#contract/site/pages.ts'
import { linkIn, newestMail } from '#server/testing/outside/outbox.ts'
import { phone } from '../support/accessibility.ts'
import { book } from '../support/bookings.ts'
import { chooseDayOfNextMonth, openBooking } from '../support/calendar.ts'
import { openMenu, signInAs, signUp } from '../support/people.ts'
import { expectLargeTargets } from '../support/targets.ts'
import { test } from '../support/test.ts'

test.describe.configure({ mode: 'parallel', timeout: 300_000 })
test.use({ viewport: phone })

const pathsFor = (wanted: 'everyone' | 'members') =>
  pageList.filter(({ audience, byAddress }) => audience === wanted && !byAddress).map(({ path }) => path)

test('a finger finds everything on the public pages', { tag: '@any-width' }, async ({ page, allowConsole }) => {
  allowConsole(/status of 40[014]/)
  for (const path of [...pathsFor('everyone'), `/reset-password#token=${'a'.repeat(24)}`, '/no/such/page']) {
    await page.goto(path)
    await expect(page.locator('main h1').first()).toBeVisible()
    await expectLargeTargets(page, path)
  }
  await page.goto('/about')
  await openMenu(page)
  await expectLargeTargets(page, 'the menu')
})

test('a finger finds everything on a patient’s pages', { tag: '@any-width' }, async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 40[04]/)
  const person = await signUp(server)
  const { _id: id } = await book(server, person)
  await signInAs(page, server, person)
  for (const path of [...pathsFor('members'), `/dashboard/payment/${id}`, `/dashboard/receipt/${id}`]) {
    await page.goto(path)
    await expect(page.locator('main h1').first()).toBeVisible()
    await expectLargeTargets(page, path)
  }
  await openMenu(page)
  await expectLargeTargets(page, 'the side menu')
  const { pathname, hash } = linkIn(await newestMail(server.dataDir, person.email), 'Move or cancel')
  await page.goto(pathname + hash)
  await expect(page.getByRole('button', { name: 'Move' })).toBeVisible()
  await expectLargeTargets(page, 'the link in an email')
  await page.goto('/appointment')
  await chooseDayOfNextMonth(page, 27)
  await expectLargeTargets(page, 'a day')
  await openBooking(page, 'Oral Surgery')
  await expectLargeTargets(page, 'the booking dialog')
  await page.goto('/dashboard')
  for (const button of [/^Move/, /^Cancel/]) {
    await page.getByRole('button', { name: button }).first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectLargeTargets(page, `the dialog of ${button}`)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  }
})
