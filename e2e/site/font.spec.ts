import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test'
import { newestMail } from '#server/testing/outside/outbox.ts'
import { bank, cardField, openPaymentPage, payWith } from '../support/card/card.ts'
import { signUp } from '../support/people.ts'
import { test } from '../support/test.ts'

/** Expects `text` to use the site's font, and its document to have loaded that font. */
async function expectFigtree(text: Locator) {
  await expect(text).toHaveCSS('font-family', /^"Figtree Variable"/)
  const isLoaded = () =>
    text.evaluate(({ ownerDocument: { fonts } }) =>
      [...fonts].some(({ family, status }) => /^"?Figtree Variable"?$/.test(family) && status === 'loaded'),
    )
  await expect.poll(isLoaded).toBe(true)
}

const numberIn = (frame: FrameLocator) => frame.getByLabel('Credit or debit card number')

test('the card field and the bank’s page use the site’s font', { tag: '@any-width' }, async ({ page, server }) => {
  await openPaymentPage(page, server)
  await expectFigtree(numberIn(cardField(page)))
  await payWith(page, '4000002500003155')
  await expectFigtree(bank(page).getByRole('heading', { level: 1 }))
})

test('the Google sandbox uses the site’s font', { tag: '@any-width' }, async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await expectFigtree(heading(page, 'Choose an account'))
})

test('the outbox uses the site’s font', { tag: '@any-width' }, async ({ page, server }) => {
  const { email: recipient } = await signUp(server)
  await newestMail(server.dataDir, recipient)
  await page.goto('/sandbox/outbox')
  await expectFigtree(heading(page, 'Outbox'))
  // Emails of other journeys arrive, too.
  await page.getByRole('listitem').filter({ hasText: recipient }).getByRole('link').click()
  await expectFigtree(heading(page, 'Confirm your email address'))
  const email = page.frameLocator('iframe[title="The email as HTML"]')
  await expect(email.getByRole('link', { name: 'Confirm email address' })).toBeVisible()
})

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })
