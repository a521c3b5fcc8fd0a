import { expect, type FrameLocator, type Page } from '@playwright/test'
import type { Server } from '#server/testing/server-process.ts'
import { type Appointment, book } from '../bookings.ts'
import { type Person, signInAs, signUp } from '../people.ts'

/** Stripe's test card that succeeds without authentication. */
export const visa = '4242424242424242'

export const payButton = (page: Page) => page.getByRole('button', { name: 'Pay', exact: true })
export const congrats = (page: Page) => page.getByText('Congrats! Your payment is completed.')

/** The card field, inside the payment provider's frame. */
export const cardField = (page: Page): FrameLocator =>
  page.frameLocator('iframe[title="Secure card payment input frame"]')

/** The bank's 3-D Secure page, inside its dialog. */
export const bank = (page: Page): FrameLocator =>
  page.getByRole('dialog', { name: 'Test bank: 3-D Secure' }).frameLocator('iframe')

/** Creates a patient with an unpaid appointment and opens its payment page. Returns once the form is ready. */
export async function openPaymentPage(page: Page, server: Server): Promise<{ person: Person; booked: Appointment }> {
  const person = await signUp(server)
  const booked = await book(server, person)
  await signInAs(page, server, person)
  await page.goto(`/dashboard/payment/${booked._id}`)
  await expect(payButton(page)).toBeEnabled()
  return { person, booked }
}

/** Types a card key by key, because the field adds the spaces and the slash while a person types. */
export async function typeCard(page: Page, number: string): Promise<void> {
  const field = cardField(page)
  const inputs = [
    ['Credit or debit card number', number],
    ['Credit or debit card expiration date', '1234'],
    ['Credit or debit card CVC/CVV', '123'],
  ] as const
  for (const [label, text] of inputs) {
    await field.getByLabel(label).fill('')
    await field.getByLabel(label).pressSequentially(text)
  }
}

/** Types a card and presses Pay. */
export async function payWith(page: Page, number: string): Promise<void> {
  await typeCard(page, number)
  await payButton(page).click()
}
