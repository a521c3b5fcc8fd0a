import { expect, type Locator } from '@playwright/test'
import { linkIn, mailsTo } from '#server/testing/outside/outbox.ts'
import type { Server } from '#server/testing/server-process.ts'
import { expectAccessible, expectRoomForLargeText } from '../support/accessibility.ts'
import { axe } from '../support/axe.ts'
import { makeDue } from '../support/clinic/recalls.ts'
import { demoAdmin, type Person, signInAs, signUp, signUpConfirmed } from '../support/people.ts'
import { shoot } from '../support/shots.ts'
import { test } from '../support/test.ts'

/** From the email to the booked appointment: the time there, and 'Book this time'. Never raise it. */
const maxTaps = 2

let ann: Person
let bob: Person
let caller: Person
test.beforeAll(async ({ server }) => {
  ann = await signUpConfirmed(server, 'Ann Lindqvist')
  bob = await signUpConfirmed(server, 'Bob Okafor')
  // Her email is not confirmed, so nothing is sent there.
  caller = await signUp(server, 'Clara Weber')
  const people = [ann, bob].map((person) => ({ person, invited: true }))
  await makeDue(server, [...people, { person: caller, invited: false }])
  // Emails without a job get one at the start.
  await server.restart()
})

test('a patient books from the invitation in two presses, without signing in', async ({ page, server, hasTouch }) => {
  let taps = 0
  const tap = async (target: Locator) => {
    taps += 1
    await (hasTouch ? target.tap() : target.click())
  }
  const mail = await invitationTo(server, ann)
  await page.goto(`${server.url}/sandbox/outbox/${mail.id}`)
  await shoot(page, 'recall-email')
  const email = page.frameLocator('iframe')
  await expect(email.getByRole('link', { name: /^\w+day, .* AM/ })).toHaveCount(2)
  await tap(email.getByRole('link', { name: 'Choose this time' }))
  const book = page.getByRole('button', { name: 'Book this time' })
  await expect(book).toBeVisible()
  expect(page.url()).toBe(`${server.url}/recall`)
  await expectAccessible(page)
  await shoot(page, 'recall-wanted')
  await expectRoomForLargeText(page, 'recall-wanted')
  await tap(book)
  await expect(page.getByRole('heading', { name: 'You’re booked' })).toBeFocused()
  const card = page.getByRole('region', { name: 'Appointment' })
  await expect(card).toContainText('Teeth Cleaning')
  await expect(card).toContainText('Price: $59')
  await expect(card.getByRole('link', { name: 'Pay now' })).toHaveAttribute('href', /^\/your-appointment\/pay#.+\..+/)
  const saved = page.waitForEvent('download')
  await card.getByRole('button', { name: 'Add to calendar' }).click()
  expect((await saved).suggestedFilename()).toBe('appointment.ics')
  await shoot(page, 'recall-booked')
  await expectRoomForLargeText(page, 'recall-booked')
  expect(taps).toBeLessThanOrEqual(maxTaps)
  // The other times in the email book nothing more.
  await page.goto('about:blank')
  await page.goto(linkIn(mail, 'More times, or remind me later').href)
  await expect(page.getByRole('heading', { name: 'You’re booked' })).toBeVisible()
  await page.getByRole('button', { name: 'Stop these emails' }).click()
  await expect(page.getByText('We don’t email you when the next visit is due.')).toBeVisible()
  await axe(page)
  await page.getByRole('link', { name: 'Move or cancel' }).click()
  await expect(page.getByRole('heading', { name: 'Your appointment' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Move', exact: true })).toBeVisible()
})

test('a patient stops the emails by one press, and gets them again', { tag: '@any-width' }, async ({
  page,
  server,
  allowConsole,
}) => {
  // The link that is cut.
  allowConsole(/status of 404/)
  const dora = await signUpConfirmed(server, 'Dora Falk')
  await makeDue(server, [{ person: dora, invited: true }])
  await server.restart()
  const mail = await invitationTo(server, dora)
  const { href, hash } = linkIn(mail, 'Stop these emails')
  await page.goto(href)
  await expect(page.getByRole('heading', { name: 'Stop emails about your next visit?' })).toBeVisible()
  await expectAccessible(page)
  await shoot(page, 'recall-stop')
  await expectRoomForLargeText(page, 'recall-stop')
  await page.getByRole('button', { name: 'Stop these emails' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'We’ve stopped these emails' })).toBeFocused()
  await axe(page)
  await shoot(page, 'recall-stop-done')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'We’ve stopped these emails' })).toBeVisible()
  await page.getByRole('button', { name: 'Send me reminders again' }).click()
  await expect(page.getByRole('heading', { name: 'You get reminders again' })).toBeFocused()
  // The address in the email's header leads here, and changes nothing.
  await page.goto(`${server.url}/unsubscribe/${hash.replace('#stop.', '')}`)
  await expect(page.getByRole('heading', { name: 'Stop emails about your next visit?' })).toBeVisible()
  await page.goto('about:blank')
  await page.goto(href.slice(0, -3))
  await expect(page.getByRole('heading', { name: 'This link is not valid' })).toBeVisible()
})

test('a patient puts invitations off, stops them and starts them again', async ({ page, server }) => {
  await page.goto(linkIn(await invitationTo(server, bob), 'More times, or remind me later').href)
  await expect(page.getByRole('button', { name: /^Book/ })).toHaveCount(3)
  await axe(page)
  await shoot(page, 'recall')
  await expectRoomForLargeText(page, 'recall')
  await page.getByRole('button', { name: 'Remind me in 3 months' }).click()
  await expect(page.getByText('We’ll email you again on')).toBeVisible()
  await page.getByRole('button', { name: 'Stop these emails' }).click()
  await expect(page.getByRole('heading', { name: 'We’ve stopped these emails' })).toBeFocused()
  await axe(page)
  await shoot(page, 'recall-stopped')
  await expectRoomForLargeText(page, 'recall-stopped')
  await page.getByRole('button', { name: 'Send me reminders again' }).click()
  await expect(page.getByRole('heading', { name: 'Time for your next visit' })).toBeFocused()
})

test('the desk calls those whom no email reaches', async ({ page, server }) => {
  await signInAs(page, server, await demoAdmin(server))
  await page.goto(`${server.url}/dashboard/recalls`)
  await expect(page.getByRole('heading', { name: 'Due for a recall: 1' })).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: caller.name })
  await expect(row.getByRole('link', { name: '+1 646 555 0173' })).toBeVisible()
  await expect(row).toContainText('No confirmed email')
  await expectAccessible(page)
  await shoot(page, 'recalls')
  await expectRoomForLargeText(page, 'recalls')
  await row.getByRole('button', { name: `Called ${caller.name}` }).click()
  await expect(page.getByText('Nobody to call')).toBeVisible()
  await shoot(page, 'recalls-none')
  await expectRoomForLargeText(page, 'recalls-none')
  await page.getByLabel('Show').selectOption('All who are due')
  await expect(row).toContainText('Called')
  await row.getByRole('link', { name: caller.name }).click()
  await page.getByRole('button', { name: 'Stop invitations' }).click()
  await expect(page.getByText('They are not invited back since')).toBeVisible()
  await page.goBack()
  await expect(row).toBeHidden()
})

async function invitationTo(server: Server, { email }: Person) {
  const find = async () =>
    (await mailsTo(server.dataDir, email)).find(({ subject }) => subject === 'Time for your next visit')
  await expect.poll(find).toBeTruthy()
  const found = await find()
  if (!found) throw new Error('no invitation')
  return found
}
