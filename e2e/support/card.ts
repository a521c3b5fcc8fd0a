import type { FrameLocator, Page } from '@playwright/test'

/** The card field, which is in a frame of the provider's. */
export function cardField(page: Page): FrameLocator {
  return page.getByRole('main').locator('form').frameLocator('iframe')
}

/** Types a card into the field as a person would; spaces, the slash and the next field come by themselves. */
export async function typeCard(page: Page, number: string): Promise<void> {
  const field = cardField(page)
  await field.getByLabel('Card number').fill('')
  await field.getByLabel('Card number').pressSequentially(number)
  await field.getByLabel(/expir/i).fill('')
  await field.getByLabel(/expir/i).pressSequentially('1234')
  await field.getByLabel(/CVC|security code/i).fill('')
  await field.getByLabel(/CVC|security code/i).pressSequentially('123')
}

/** Types a card and presses Pay. */
export async function payBy(page: Page, number: string): Promise<void> {
  await typeCard(page, number)
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
}
