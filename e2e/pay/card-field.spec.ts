import { expect } from '@playwright/test'
import { axe } from '../support/axe.ts'
import {
  axeStyleViolation,
  cvc,
  expiry,
  lastChange,
  number,
  openCardPage,
  pay,
  test,
  year,
  zip,
} from '../support/card/card-page.ts'

test('a change event reports each error in Stripe’s words', { tag: '@any-width' }, async ({ page, site }) => {
  await openCardPage(page, site, {})
  const expectMessage = (message: string | undefined) =>
    expect.poll(async () => (await lastChange(page))?.error?.message).toBe(message)

  await number(page).fill('4242 4242')
  await expectMessage(undefined)
  await expiry(page).click()
  await expectMessage('Your card number is incomplete.')
  await number(page).fill('4242424242424241')
  await expectMessage('Your card number is invalid.')
  await expect(number(page)).toHaveAttribute('aria-invalid', 'true')
  await expect(page.locator('#card')).toHaveClass(/StripeElement--invalid/)
  await number(page).fill('4242424242424242')
  await expectMessage(undefined)
  await expiry(page).fill('12')
  await cvc(page).click()
  await expectMessage("Your card's expiration date is incomplete.")
  await expiry(page).fill('1220')
  await expectMessage("Your card's expiration year is in the past.")
  const lastMonth = new Date()
  lastMonth.setMonth(lastMonth.getMonth() - 1, 1)
  if (lastMonth.getFullYear() === new Date().getFullYear()) {
    const month = String(lastMonth.getMonth() + 1).padStart(2, '0')
    await expiry(page).fill(month + String(lastMonth.getFullYear()).slice(2))
    await expectMessage("Your card's expiration date is in the past.")
  }
  await expiry(page).fill(`12${year}`)
  await cvc(page).fill('12')
  await zip(page).click()
  await expectMessage("Your card's security code is incomplete.")
  await cvc(page).fill('123')
  await zip(page).fill('123')
  await number(page).click()
  await expectMessage('Your postal code is incomplete.')
  await zip(page).fill('12345')
  await expectMessage(undefined)
  expect(await lastChange(page)).toMatchObject({ complete: true, value: { postalCode: '12345' } })
})

test('an empty card field can’t pay and sends nothing', { tag: '@any-width' }, async ({ page, site }) => {
  await openCardPage(page, site)
  const { id, error } = await pay(page, site)
  expect(error).toEqual({
    type: 'validation_error',
    code: 'incomplete_number',
    message: 'Your card number is incomplete.',
  })
  await expect(number(page)).toHaveAttribute('aria-invalid', 'true')
  expect((await site.stripe.paymentIntents.retrieve(id)).last_payment_error).toBeNull()
})

test('its label, Tab and Backspace move through the card field in order, and axe finds nothing', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(axeStyleViolation)
  await openCardPage(page, site, {})
  await page.getByText('Card', { exact: true }).click()
  await expect(number(page)).toBeFocused()
  for (const next of [expiry(page), cvc(page), zip(page)]) {
    await page.keyboard.press('Tab')
    await expect(next).toBeFocused()
  }
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Pay' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Backspace')
  await expect(cvc(page)).toBeFocused()
  await axe(page)
})

test('the card field takes the page’s styles, can be updated and is removed by destroy()', {
  tag: '@any-width',
}, async ({ page, site }) => {
  await openCardPage(page, site, {
    style: { base: { color: 'rgb(1, 2, 3)', fontSize: '20px' }, invalid: { color: 'rgb(9, 0, 0)' } },
  })
  await expect(number(page)).toHaveCSS('color', 'rgb(1, 2, 3)')
  await expect(number(page)).toHaveCSS('font-size', '20px')
  await number(page).fill('4242424242424241')
  await expect(number(page)).toHaveCSS('color', 'rgb(9, 0, 0)')
  await expect(zip(page)).toBeVisible()
  await page.evaluate(() => Object(window).card.update({ hidePostalCode: true, disabled: true }))
  await expect(zip(page)).toBeHidden()
  await expect(number(page)).toBeDisabled()
  await page.evaluate(() => Object(window).card.destroy())
  await expect(page.locator('iframe')).toHaveCount(0)
})

test('the card field’s frame has an opaque origin, and only the site may frame it', { tag: '@any-width' }, async ({
  page,
  site,
}) => {
  await openCardPage(page, site)
  await expect(page.locator('iframe')).toHaveAttribute('sandbox', 'allow-scripts allow-forms')
  const [, inner] = page.frames()
  expect(await inner?.evaluate(() => window.origin)).toBe('null')
  for (const path of ['card', 'challenge']) {
    const { headers } = await fetch(`${site.url}/sandbox/stripe/${path}`)
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
  }
})
