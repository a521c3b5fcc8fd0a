import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { axe } from '../support/axe.ts'
import { book } from '../support/bookings.ts'
import { congrats, payButton, payWith, visa } from '../support/card/card.ts'
import { callDesk } from '../support/desk.ts'
import { signInAs, signUp } from '../support/people.ts'
import { shoot } from '../support/shots.ts'
import { test } from '../support/test.ts'

test('a patient pays by card what is left after a part was paid at the desk, and gets a receipt for each', {
  tag: '@any-width',
}, async ({ page, server }) => {
  const person = await signUp(server)
  const { _id: id } = await book(server, person)
  await book(server, person, 'Oral Surgery')
  await callDesk(server, 'POST', `/desk/appointments/${id}/payments`, {
    requestId: randomUUID(),
    method: 'cash',
    amount: 35,
  })
  await signInAs(page, server, person)
  await page.goto('/dashboard')
  await expect(page.getByText('$35 of $59 paid, $24 to pay')).toBeVisible()
  await axe(page)
  await shoot(page, 'my-appointments')
  await page.getByRole('link', { name: 'pay $24 for Teeth Cleaning' }).click()
  await expect(page.getByText('Please pay: $24')).toBeVisible()
  await expect(payButton(page)).toBeEnabled()
  await expect(page.getByText('You will be charged $24 once.')).toBeVisible()
  await axe(page)
  await shoot(page, 'payment')
  await payWith(page, visa)
  await expect(congrats(page)).toBeVisible()

  await page.getByRole('link', { name: 'Receipt' }).click()
  const receipt = page.getByRole('article')
  await expect(receipt).toContainText('$35.00 by cash on')
  await expect(receipt).toContainText('$24.00 by card on the website on')
  await axe(page)
  await shoot(page, 'receipt-of-two')
  await receipt.getByRole('link', { name: 'Only this receipt' }).first().click()
  await expect(receipt).not.toContainText('$24.00')
  await expect(receipt).toContainText('$35.00 by cash on')
  await page.getByRole('link', { name: 'All payments' }).click()
  await expect(receipt).toContainText('$24.00')

  await page.goto('/dashboard')
  await page.getByRole('button', { name: /^Cancel your Teeth Cleaning, / }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('We refund $24 to your card. Collect your $35 at the front desk.')
  await dialog.getByRole('button', { name: 'Cancel the appointment' }).click()
  await page.getByText('Cancelled: 1').click()
  await expect(page.getByText('$35 to get back at our desk', { exact: true })).toBeVisible()
  await shoot(page, 'cancelled')
})
