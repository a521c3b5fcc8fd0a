import { expect, type Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { addDays, formatMediumDate, parseMediumDate } from '#contract/kit/time/clinic-date.ts'
import { formatDayOfWeek } from '#contract/kit/time/shown-date.ts'
import { booking } from '#server/database/schema/booking.ts'
import { rangeBetween } from '#server/database/schema/columns.ts'
import { linkIn, mailsTo } from '#server/testing/outside/outbox.ts'
import { us } from '#testbed/us.ts'
import { axe } from '../support/axe.ts'
import { book } from '../support/bookings.ts'
import { chooseDayOfNextMonth, openBooking } from '../support/calendar.ts'
import { payButton } from '../support/card/card.ts'
import { changeData } from '../support/clinic/change-data.ts'
import { signInAs, signUp } from '../support/people.ts'
import { shoot } from '../support/shots.ts'
import { test } from '../support/test.ts'

const tooLate = 'Can’t be cancelled online, can be moved. To cancel it, call +1 212 555 0142'
const row = (page: Page) => page.getByRole('rowgroup').filter({ hasText: 'Teeth Cleaning' })

test('until when it can be cancelled is said before Submit and wherever the appointment is shown', async ({
  page,
  server,
}) => {
  const person = await signUp(server)
  await signInAs(page, server, person)
  await page.goto('/appointment')
  const date = await chooseDayOfNextMonth(page, 26)
  const dayBefore = addDays(parseMediumDate(date) ?? '2026-01-01', -1)
  const dialog = await openBooking(page, 'Teeth Cleaning')
  const [hour = '', minutes = ''] = (await dialog.getByLabel('Time').inputValue()).split(' - ')[0]?.split('.') ?? []
  const untilDay = (day: string) => `You can cancel online until ${day}, ${Number(hour)}:${minutes}`
  const terms = untilDay(formatMediumDate(dayBefore).replace(/, \d+$/, ''))
  await expect(dialog).toContainText(terms)
  await shoot(page, 'terms-dialog')
  await dialog.getByLabel('Phone').fill('212 555 0142')
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('region', { name: /^You’re booked/ })).toContainText(terms)
  await shoot(page, 'terms-strip')
  await page.getByRole('link', { name: 'Pay $59 now' }).click()
  await expect(payButton(page)).toBeEnabled()
  await expect(page.getByRole('region', { name: 'Payment' })).toContainText(terms)
  await shoot(page, 'terms-pay')
  await page.goto('/dashboard')
  await expect(row(page)).toContainText(terms)
  await expect(page.getByRole('region', { name: 'The clinic' }).getByRole('link')).toHaveText([
    ...['48 Harbour Street, New York, NY 10004', 'Directions', '+1 212 555 0142', 'Book another'],
  ])
  await axe(page)
  await shoot(page, 'plan')
  await expectNoLossAtTwiceTheText(page)
  const mail = async () =>
    (await mailsTo(server.dataDir, person.email)).find(({ subject }) =>
      subject.startsWith('Your appointment is booked: '),
    )
  const deadline = untilDay(formatDayOfWeek(dayBefore, us))
  await expect.poll(async () => (await mail())?.text).toContain(deadline)
})

test('where it is too late to cancel there are Move and the clinic’s phone number', async ({ page, server }) => {
  const person = await signUp(server)
  const { _id: id } = await book(server, person)
  const mail = async () =>
    (await mailsTo(server.dataDir, person.email)).find(({ text }) => text.includes('Move or cancel:'))
  await expect.poll(mail).toBeDefined()
  const { href } = linkIn((await mail()) ?? { text: '' }, 'Move or cancel')
  const from = Date.now() + 2 * 3_600_000
  const until = from + 30 * 60_000
  const times = { startsAt: new Date(from), endsAt: new Date(until), busy: rangeBetween(from, until) }
  const longAgo = new Date('2026-01-01T12:00:00Z')
  await changeData(server, (db) =>
    db
      .update(booking)
      .set({ ...times, createdAt: longAgo, scheduledAt: longAgo })
      .where(eq(booking.id, id)),
  )
  await signInAs(page, server, person)
  await page.goto('/dashboard')
  await expect(row(page)).toContainText(tooLate)
  await expect(row(page).getByRole('link', { name: '+1 212 555 0142' })).toHaveAttribute('href', 'tel:+12125550142')
  await expect(row(page).getByRole('button', { name: 'Move' })).toBeVisible()
  await expect(row(page).getByRole('button', { name: 'Cancel' })).toHaveCount(0)
  await page.goto(href)
  const region = page.getByRole('region', { name: 'Appointment' })
  await expect(region).toContainText(tooLate)
  await expect(region.getByRole('button', { name: 'Move' })).toBeVisible()
  await expect(region.getByRole('button', { name: 'Cancel appointment' })).toHaveCount(0)
  await axe(page)
  await shoot(page, 'too-late-link')
})

/** Expects that text of twice its size makes a phone's page no wider, and cuts nothing off (WCAG 1.4.4). */
async function expectNoLossAtTwiceTheText(page: Page) {
  const before = page.viewportSize()
  await page.setViewportSize({ width: 375, height: 812 })
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  const cut = await page
    .getByRole('main')
    .locator('h1, tbody *, section[aria-label="The clinic"] *')
    .evaluateAll((all) =>
      all.filter((each) => each.getBoundingClientRect().right > 375).map((each) => each.outerHTML.slice(0, 100)),
    )
  expect(cut).toEqual([])
  await shoot(page, 'plan-200')
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
  if (before) await page.setViewportSize(before)
}
