import { expect, type FrameLocator, type Page } from '@playwright/test'
import type { Server } from '#server/testing/server-process.ts'
import { type Booked, book } from '../bookings.ts'
import { type Person, signedIn, signUp } from '../people.ts'

/** Stripe's test card that is simply paid. */
export const visa = '4242424242424242'

export const payButton = (page: Page) => page.getByRole('button', { name: 'Pay', exact: true })
export const congrats = (page: Page) => page.getByText('Congrats! Your payment is completed.')

/** The card field, which is in a frame of the provider's. */
export const cardField = (page: Page): FrameLocator =>
  page.frameLocator('iframe[title="Secure card payment input frame"]')

/** The bank's page for 3-D Secure, in a dialog. */
export const bank = (page: Page): FrameLocator =>
  page.getByRole('dialog', { name: 'Test bank: 3-D Secure' }).frameLocator('iframe')

/** Somebody new with an unpaid appointment, on its payment page with the form ready. */
export async function openPayment(page: Page, server: Server): Promise<{ person: Person; booked: Booked }> {
  const person = await signUp(server)
  const booked = await book(server, person)
  await signedIn(page, server, person)
  await page.goto(`/dashboard/payment/${booked._id}`)
  await expect(payButton(page)).toBeEnabled()
  return { person, booked }
}

/** Types a card as a person would; spaces, the slash and the way to the next field come by themselves. */
export async function typeCard(page: Page, number: string): Promise<void> {
  const field = cardField(page)
  const typed = [
    ['Credit or debit card number', number],
    ['Credit or debit card expiration date', '1234'],
    ['Credit or debit card CVC/CVV', '123'],
  ] as const
  for (const [label, text] of typed) {
    await field.getByLabel(label).fill('')
    await field.getByLabel(label).pressSequentially(text)
  }
}

/** Types a card and presses Pay. */
export async function payBy(page: Page, number: string): Promise<void> {
  await typeCard(page, number)
  await payButton(page).click()
}
