import { expect } from '@playwright/test'
import { parseMediumDate } from '#contract/kit/time/clinic-date.ts'
import { mailsTo } from '#server/testing/outside/outbox.ts'
import { axe } from '../support/axe.ts'
import { congrats, openPaymentPage, payWith, visa } from '../support/card/card.ts'
import { demoAdmin, signInAs } from '../support/people.ts'
import { test } from '../support/test.ts'

test('staff refund a part of a payment, and cancel the appointment with the rest', {
  tag: '@any-width',
}, async ({ page, server, browser }) => {
  const { person, booked } = await openPaymentPage(page, server)
  await payWith(page, visa)
  await expect(congrats(page)).toBeVisible()

  const context = await browser.newContext({ baseURL: server.url })
  const desk = await context.newPage()
  await signInAs(desk, server, await demoAdmin(server))
  await desk.goto(`/dashboard/day?date=${parseMediumDate(booked.date)}`)
  const open = () =>
    desk
      .getByRole('button', { name: new RegExp(person.name) })
      .filter({ visible: true })
      .first()
      .click()
  await open()
  const panel = desk.getByRole('dialog', { name: person.name })
  await expect(panel).toContainText('Paid: $59')
  await panel.getByRole('button', { name: 'Refund' }).click()
  const refund = desk.getByRole('dialog', { name: `Refund the payment of ${person.name}` })
  await expect(refund.getByLabel('Amount in dollars')).toHaveValue('59')
  await axe(desk)
  await refund.getByLabel('Amount in dollars').fill('60')
  await refund.getByRole('button', { name: 'Refund' }).click()
  await expect(refund).toContainText('An amount from $0.01 to $59')
  await refund.getByLabel('Amount in dollars').fill('20')
  await refund.getByLabel('Reason').fill('Waited an hour')
  await refund.getByRole('button', { name: 'Refund' }).click()
  await expect(desk.getByText(`$20 of ${person.name}’s payment goes back to the card`).first()).toBeVisible()
  await expect(refund).toHaveCount(0)

  await open()
  await expect(panel).toContainText('$20 refunded', { timeout: 20_000 })
  await expect(panel).toContainText('Refund of $20: arrived')
  await expect(panel).toContainText('Waited an hour')
  await panel.getByRole('button', { name: 'Cancel' }).click()
  const cancel = desk.getByRole('dialog', { name: `Cancel the appointment of ${person.name}?` })
  await axe(desk)
  await expect(cancel.getByLabel('Refund $39')).toBeChecked()
  await cancel.getByRole('button', { name: 'Cancel the appointment' }).click()
  await expect(
    desk.getByText(`The appointment of ${person.name} is cancelled. $39 goes back to the patient`).first(),
  ).toBeVisible()
  await expect(desk.getByText('Cancelled: ').first()).toBeVisible()

  const texts = async () => (await mailsTo(server.dataDir, person.email)).map(({ text }) => text).join('\n')
  await expect.poll(texts, { timeout: 20_000 }).toContain('Refunded: $39.00')
  await page.goto('/dashboard')
  await page.getByText('Cancelled: 1').click()
  await expect(page.getByRole('row').filter({ hasText: booked.treatment })).toContainText(
    '$59 refunded to your card on',
  )
  await context.close()
})
