import { expect, type Locator, type Page } from '@playwright/test'
import { addDays, formatMediumDate, parseMediumDate } from '#contract/kit/time/clinic-date.ts'
import { formatDayOfWeek } from '#contract/kit/time/shown-date.ts'
import { linkIn, mailsTo, newestMail } from '#server/testing/outside/outbox.ts'
import type { Server } from '#server/testing/server-process.ts'
import { us } from '#testbed/us.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { axe } from '../support/axe.ts'
import { book } from '../support/bookings.ts'
import { nearDate } from '../support/near-date.ts'
import { logIn, type Person, signUp } from '../support/people.ts'
import { test } from '../support/test.ts'

/** From the email to the moved appointment. Never raise it. */
const maxTaps = 4

test('a patient moves an appointment from the email without signing in, within the tap budget', async ({
  page,
  server,
  hasTouch,
}) => {
  const person = await signUp(server)
  const booked = await book(server, person)
  let taps = 0
  const tap = async (target: Locator) => {
    taps += 1
    await (hasTouch ? target.tap() : target.click())
  }
  const requests: string[] = []
  page.on('request', (request) => requests.push(`${request.url()} ${request.headers().referer ?? ''}`))
  const mail = await mailAbout(server, person, 'Your appointment is booked')
  const token = linkIn(mail, 'Move or cancel').hash.slice(1)
  await page.goto(`/sandbox/outbox/${mail.id}`)
  await tap(page.frameLocator('iframe').getByRole('link', { name: 'Move or cancel' }))

  await expect(page.getByRole('heading', { name: 'Your appointment' })).toBeVisible()
  await expect(page.getByText(booked.treatment)).toBeVisible()
  expect(page.url()).toBe(`${server.url}/your-appointment`)
  await tap(page.getByRole('button', { name: 'Move' }))
  const dialog = page.getByRole('dialog', { name: 'Move your appointment' })
  await expect(dialog.getByRole('button', { name: '10:00 AM' })).toBeVisible()
  await axe(page)
  await tap(dialog.getByRole('button', { name: '10:00 AM' }))
  await tap(dialog.getByRole('button', { name: /^Move to / }))
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Moved. This is your new time.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Appointment' })).toContainText('10:00 to 10:30 AM')
  await expect(page.getByRole('button', { name: 'Move' })).toBeFocused()
  expect(taps).toBeLessThanOrEqual(maxTaps)

  await page.reload()
  await expect(page.getByRole('region', { name: 'Appointment' })).toContainText('10:00 to 10:30 AM')
  expect(requests.join()).toContain('/appointment-link')
  expect(requests.join()).not.toContain(token)
  expect((await mailAbout(server, person, 'Your appointment has changed')).text).toContain(`#${token}`)
})

test('a patient cancels an appointment from the email, and can book it again', { tag: '@any-width' }, async ({
  page,
  server,
}) => {
  const person = await signUp(server)
  const booked = await book(server, person)
  await page.goto(linkIn(await mailAbout(server, person, 'Your appointment is booked'), 'Move or cancel').href)
  await page.getByRole('button', { name: 'Cancel appointment' }).click()
  const question = page.getByRole('dialog', { name: 'Cancel your appointment?' })
  await axe(page)
  await question.getByLabel('I am ill').check()
  await question.getByRole('button', { name: 'Cancel the appointment' }).click()
  await expect(page.getByRole('heading', { name: 'This appointment is cancelled' })).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Book it again' }).click()
  await logIn(page, person)
  await expect(page).toHaveURL(new RegExp(`/appointment\\?date=${parseMediumDate(booked.date)}&treatment=.+&doctor=.+`))
})

test('an appointment that is cancelled in another tab is shown as cancelled', {
  tag: '@any-width',
}, async ({ page, context, server, allowConsole }) => {
  allowConsole(/409/)
  const person = await signUp(server)
  const booked = await book(server, person)
  const { href } = linkIn(await mailAbout(server, person, 'Your appointment is booked'), 'Move or cancel')
  const other = await context.newPage()
  for (const tab of [page, other]) await openDialog(tab, href)
  await page.getByRole('button', { name: 'Cancel the appointment' }).click()
  await expect(page.getByRole('heading', { name: 'This appointment is cancelled' })).toBeVisible()
  await other.getByRole('button', { name: 'Cancel the appointment' }).click()
  await expect(other.getByText('This appointment is already cancelled')).toBeVisible()
  await other.keyboard.press('Escape')
  await expect(other.getByRole('heading', { name: 'This appointment is cancelled' })).toBeVisible()
  await expect(other.getByText(booked.treatment)).toBeVisible()
})

test('a forged link, and none at all, shows what to do', { tag: '@any-width' }, async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/404/)
  const person = await signUp(server)
  await book(server, person)
  const { href } = linkIn(await mailAbout(server, person, 'Your appointment is booked'), 'Move or cancel')
  for (const link of [`${href.slice(0, -2)}x`, `${server.url}/your-appointment`]) {
    await page.goto('/about')
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'This link is not valid' })).toBeVisible()
    await expect(page.getByRole('link', { name: '+1 212 555 0142' }).first()).toBeVisible()
    expect(page.url()).toBe(`${server.url}/your-appointment`)
  }
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/\/login/)
})

test('a link opened in the same tab as another one shows its own appointment', {
  tag: '@any-width',
}, async ({ page, server }) => {
  const person = await signUp(server)
  const first = await book(server, person)
  const second = await book(server, person)
  const booked = async () =>
    (await mailsTo(server.dataDir, person.email)).filter(({ subject }) =>
      subject.startsWith('Your appointment is booked'),
    )
  await expect.poll(async () => (await booked()).length).toBe(2)
  for (const { date } of [first, second]) {
    const day = formatDayOfWeek(parseMediumDate(date) ?? '2026-01-01', us)
    const mail = (await booked()).find(({ text }) => text.split('\n').includes(day))
    await page.goto(linkIn(mail ?? { text: '' }, 'Move or cancel').href)
    await expect(page.getByRole('region', { name: 'Appointment' })).toContainText(nearDate(date))
  }
  expect(formatMediumDate(addDays(parseMediumDate(first.date) ?? '2026-01-01', 1))).toBe(second.date)
})

async function openDialog(page: Page, href: string) {
  await page.goto(href)
  await page.getByRole('button', { name: 'Cancel appointment' }).click()
}

/** Waits for the email with this subject. */
async function mailAbout({ dataDir }: Server, { email }: Person, subject: string) {
  await newestMail(dataDir, email)
  const find = async () => (await mailsTo(dataDir, email)).find((mail) => mail.subject.startsWith(subject))
  await expect.poll(find).toBeDefined()
  const mail = await find()
  if (!mail) throw new Error(`no email with the subject ${subject}`)
  return mail
}
