import { expect } from '@playwright/test'
import { addDays, formatMediumDate, parseMediumDate } from '#contract/kit/time/clinic-date.ts'
import { mailsTo } from '#server/testing/outside/outbox.ts'
import { expectRoomForLargeText } from '../support/accessibility.ts'
import { axe } from '../support/axe.ts'
import { book } from '../support/bookings.ts'
import { congrats, openPaymentPage, payWith, visa } from '../support/card/card.ts'
import { fact } from '../support/fact.ts'
import { nearDate } from '../support/near-date.ts'
import { signInAs, signUp } from '../support/people.ts'
import { shoot } from '../support/shots.ts'
import { test } from '../support/test.ts'

test('a patient moves an appointment, and cancels it', async ({ page, server }) => {
  const person = await signUp(server)
  const booked = await book(server, person)
  await signInAs(page, server, person)
  await page.goto('/dashboard')
  const row = page.getByRole('rowgroup').filter({ hasText: booked.treatment })
  await row.getByRole('button', { name: 'Move' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move your appointment' })
  await expect(dialog.getByRole('region', { name: 'Day' })).toBeFocused()
  // Nobody else performs the treatment.
  await expect(fact(dialog, 'Dentist')).toHaveText('Dr. Amara Okafor')
  await axe(page)
  const day = addDays(parseMediumDate(booked.date) ?? '2026-01-01', 1)
  const cell = dialog.locator(`[data-day="${day}"]:not([data-outside])`)
  if (!(await cell.isVisible())) await dialog.getByRole('button', { name: 'next month' }).click()
  await cell.getByRole('button').click()
  await dialog.getByRole('button', { name: '10:00 AM' }).click()
  await shoot(page, 'move')
  await expectRoomForLargeText(page, 'move')
  await dialog.getByRole('button', { name: /^Move to .*10:00 AM/ }).click()
  await expect(
    page.getByText(`Your appointment is on ${nearDate(formatMediumDate(day))}, 10:00 to 10:30 AM now`),
  ).toBeVisible()
  await expect(row).toContainText(formatMediumDate(day))
  await expect(row.getByRole('button', { name: 'Move' })).toBeFocused()

  await row.getByRole('button', { name: 'Cancel' }).click()
  const question = page.getByRole('dialog', { name: 'Cancel your appointment?' })
  await axe(page)
  await question.getByLabel('I am ill').check()
  await question.getByRole('button', { name: 'Cancel the appointment' }).click()
  await expect(page.getByText('Your appointment is cancelled')).toBeVisible()
  await expect(page.getByText('Nothing booked yet')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  const subjects = async () => (await mailsTo(server.dataDir, person.email)).map(({ subject }) => subject)
  await expect.poll(subjects).toContainEqual(expect.stringMatching(/^Your appointment is cancelled: /))
  await expect(page.getByText('Cancelled: 1')).toBeVisible()
  await page.getByRole('button', { name: 'Book it again' }).first().click()
  await expect(
    page.getByText(`Appointment is set, ${formatMediumDate(day)} at 10.00 AM - 10.30 AM`).first(),
  ).toBeVisible()
  await expect(page.getByRole('rowgroup').filter({ hasText: '10.00 AM - 10.30 AM' }).first()).toBeVisible()
})

test('a paid appointment that is cancelled is refunded', { tag: '@any-width' }, async ({ page, server }) => {
  const { person, booked } = await openPaymentPage(page, server)
  await payWith(page, visa)
  await expect(congrats(page)).toBeVisible()
  await page.goto('/dashboard')
  await page.getByRole('rowgroup').filter({ hasText: booked.treatment }).getByRole('button', { name: 'Cancel' }).click()
  const question = page.getByRole('dialog', { name: 'Cancel your appointment?' })
  await expect(question).toContainText('We refund $59 to your card.')
  await question.getByRole('button', { name: 'Cancel the appointment' }).click()
  await expect(page.getByText('Cancelled. We refund $59 to your card')).toBeVisible()
  const texts = async () => (await mailsTo(server.dataDir, person.email)).map(({ text }) => text).join()
  await expect.poll(texts).toContain('We refund $59.00 to your card.')
  await expect.poll(texts, { timeout: 20_000 }).toContain('Refunded: $59.00')
  await page.reload()
  await page.getByText('Cancelled: 1').click()
  const refunded = page.getByRole('rowgroup').filter({ hasText: booked.treatment })
  await expect(refunded).toContainText(/\$59 refunded to your card on .*Cancelled on/)
  await expect(refunded.getByText('Paid', { exact: true })).toHaveCount(0)
  await page.goto(`/dashboard/payment/${booked._id}`)
  const panel = page.getByRole('region', { name: 'Payment' })
  await expect(panel).toContainText('This appointment is cancelled')
  await expect(panel).toContainText('Refunded $59 on')
  await expect(page.getByText('We’ll see you on')).toHaveCount(0)
  await page.getByRole('link', { name: 'Receipt' }).click()
  await expect(page.getByRole('article')).toContainText('Refunded $59 on')
})

test('a cancelled appointment that was not paid has nothing to pay', { tag: '@any-width' }, async ({
  page,
  server,
}) => {
  const { booked } = await openPaymentPage(page, server)
  await page.goto('/dashboard')
  await page.getByRole('rowgroup').filter({ hasText: booked.treatment }).getByRole('button', { name: 'Cancel' }).click()
  const question = page.getByRole('dialog', { name: 'Cancel your appointment?' })
  await question.getByRole('button', { name: 'Cancel the appointment' }).click()
  await expect(page.getByText('Your appointment is cancelled')).toBeVisible()
  await page.getByText('Cancelled: 1').click()
  await expect(page.getByRole('rowgroup').filter({ hasText: booked.treatment })).toContainText(
    /Not paid, nothing to pay.*Cancelled on/,
  )
  await shoot(page, 'cancelled')
  await expectRoomForLargeText(page, 'cancelled')
  await page.goto(`/dashboard/payment/${booked._id}`)
  await expect(page.getByRole('region', { name: 'Payment' })).toHaveText(/^This appointment is cancelled/)
  await expect(page.getByText('There is nothing to pay.')).toBeVisible()
  await expect(page.getByText('Please Pay')).toHaveCount(0)
})

test('a time that goes meanwhile is refused with a sentence, and another one can be chosen', {
  tag: '@any-width',
}, async ({ page, server, allowConsole }) => {
  allowConsole(/409/)
  const person = await signUp(server)
  const booked = await book(server, person)
  await signInAs(page, server, person)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Move' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move your appointment' })
  await dialog.getByRole('button', { name: '10:00 AM' }).click()
  await page.route('**/booking/*/time', (route) =>
    route.fulfill({
      status: 409,
      contentType: 'application/problem+json',
      json: {
        type: 'about:blank',
        title: 'Conflict',
        status: 409,
        detail: 'This time has just been taken. Nothing was changed; choose another one.',
      },
    }),
  )
  await dialog.getByRole('button', { name: /^Move to / }).click()
  await expect(dialog.getByText('This time has just been taken.')).toBeVisible()
  await page.unroute('**/booking/*/time')
  await dialog.getByRole('button', { name: /^Move to / }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('rowgroup').filter({ hasText: booked.treatment })).toBeVisible()
})
