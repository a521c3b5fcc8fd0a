import { expect, type Page } from '@playwright/test'
import { addDays, clinicToday, formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import { linkIn, mailsTo } from '#server/testing/outside/outbox.ts'
import type { Server } from '#server/testing/server-process.ts'
import { expectRoomForLargeText } from '../support/accessibility.ts'
import { axe } from '../support/axe.ts'
import { book } from '../support/bookings.ts'
import { nearDate } from '../support/near-date.ts'
import { demoAdmin, type Person, signInAs, signUp, signUpConfirmed } from '../support/people.ts'
import { shoot } from '../support/shots.ts'
import { test } from '../support/test.ts'

const tell = 'Tell me if an earlier time frees up'

async function mailAbout({ dataDir }: Server, { email }: Person, subject: string) {
  const find = async () => (await mailsTo(dataDir, email)).find((mail) => mail.subject.startsWith(subject))
  await expect.poll(find, { timeout: 30_000 }).toBeDefined()
  const mail = await find()
  if (!mail) throw new Error(`no email about ${subject}`)
  return mail
}

/** Cancels an appointment by the link in its email. */
async function cancel(server: Server, person: Person) {
  const token = linkIn(await mailAbout(server, person, 'Your appointment is booked'), 'Move or cancel').hash.slice(1)
  const response = await fetch(`${server.url}/appointment-link/cancel`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.url },
    body: JSON.stringify({ token, reason: 'ill' }),
  })
  if (!response.ok) throw new Error(await response.text())
}

/** Shows no free time on any day. */
async function fillDay(page: Page, date: string) {
  await page.route(`**/available?date=${encodeURIComponent(date)}`, async (route) => {
    const response = await route.fetch()
    const treatments: object[] = await response.json()
    await route.fulfill({ response, json: treatments.map((treatment) => ({ ...treatment, slots: [] })) })
  })
}

test('a patient who waits for an earlier time moves there in one press from the email', async ({ page, server }) => {
  const bea = await signUp(server)
  const ann = await signUpConfirmed(server)
  const earlier = await book(server, bea)
  const own = await book(server, ann)
  await signInAs(page, server, ann)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: `Earlier time: your ${own.treatment}` }).click()
  const dialog = page.getByRole('dialog', { name: tell })
  await expect(dialog.getByLabel('Monday')).toBeChecked()
  await shoot(page, 'waiting-dialog')
  await expectRoomForLargeText(page, 'waiting-dialog')
  await axe(page)
  for (const day of await dialog.getByRole('checkbox').all()) await day.uncheck()
  await dialog.getByRole('button', { name: 'Tell me' }).click()
  await expect(dialog.getByText('Choose at least one weekday')).toBeVisible()
  for (const day of await dialog.getByRole('checkbox').all()) await day.check()
  await dialog.getByRole('button', { name: 'Tell me' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('You’re on the list. This is a demo: no emails are sent.').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Waiting for an earlier time' })).toBeVisible()
  await shoot(page, 'waiting-for')
  await expectRoomForLargeText(page, 'waiting-for')
  await axe(page)

  await cancel(server, bea)
  const mail = await mailAbout(server, ann, 'An earlier time is free')
  await page.goto(linkIn(mail, 'Move my appointment').href)
  await expect(page.getByRole('heading', { name: 'An earlier time is free' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Earlier time' })).toContainText(nearDate(earlier.date))
  expect(page.url()).toBe(`${server.url}/earlier-time`)
  await shoot(page, 'earlier-time')
  await expectRoomForLargeText(page, 'earlier-time')
  await axe(page)
  await page.getByRole('button', { name: 'Move my appointment' }).click()
  await expect(page.getByRole('heading', { name: 'Your appointment has moved' })).toBeFocused()
  await page.goto('/dashboard')
  await expect(page.getByText(earlier.date, { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Waiting for an earlier time' })).toBeHidden()
})

test('a patient waits from a full day, and leaves again', async ({ page, server }) => {
  const person = await signUp(server)
  const day = addDays(clinicToday(new Date(), 'America/New_York'), 70)
  await fillDay(page, formatMediumDate(day))
  await signInAs(page, server, person)
  await page.goto(`/appointment?date=${day}`)
  await page.getByRole('button', { name: `${tell} for Teeth Cleaning` }).click()
  await shoot(page, 'waiting-card')
  await expectRoomForLargeText(page, 'waiting-card')
  await page.getByRole('dialog', { name: tell }).getByLabel('Sunday').uncheck()
  await page.getByRole('dialog', { name: tell }).getByRole('button', { name: 'Tell me' }).click()
  await expect(page.getByText('Confirm your email in My Account').first()).toBeVisible()
  await page.getByRole('button', { name: `${tell} for Teeth Cleaning` }).click()
  const dialog = page.getByRole('dialog', { name: tell })
  await expect(dialog.getByText('You’re on the list for Teeth Cleaning.')).toBeVisible()
  await expect(dialog.getByLabel('Sunday')).not.toBeChecked()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Leave the list for Teeth Cleaning' }).click()
  await expect(page.getByRole('heading', { name: 'Waiting for an earlier time' })).toBeHidden()
})

test('staff add a caller who is new, see them in the list, and take them off it', async ({ page, server }) => {
  await signInAs(page, server, await demoAdmin(server))
  await page.goto('/dashboard/waitingList')
  await page.getByRole('button', { name: 'Add a caller' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a caller' })
  await dialog.getByRole('button', { name: 'New patient' }).click()
  await dialog.getByRole('button', { name: 'Add to the list' }).click()
  await expect(dialog.getByText('Name is Required')).toBeVisible()
  await dialog.getByLabel('Name').fill('Walter Caller')
  await dialog.getByLabel('Phone').fill('+1 212 555 0188')
  await dialog.getByLabel('Treatment').selectOption('Oral Surgery')
  await shoot(page, 'add-caller')
  await expectRoomForLargeText(page, 'add-caller')
  await axe(page)
  await dialog.getByRole('button', { name: 'Add to the list' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('No email: please call them', { exact: true })).toBeVisible()
  await shoot(page, 'waiting-list')
  await expectRoomForLargeText(page, 'waiting-list')
  await axe(page)
  await page.getByRole('button', { name: /^Remove Walter Caller/ }).click()
  await page.getByRole('button', { name: /^Remove Walter Caller/ }).click()
  await expect(page.getByText('Nobody is waiting')).toBeVisible()
})
