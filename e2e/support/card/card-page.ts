import type { Page } from '@playwright/test'
import { test as base } from '../test.ts'
import { type CardSite, openCardSite } from './card-sandbox.ts'

/** Playwright's test with the card field by itself, on a page that has nothing else. */
export const test = base.extend<object, { site: CardSite }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures asked for off this pattern
    async ({}, use) => {
      const site = await openCardSite()
      await use(site)
      await site.close()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ site }, use) => use(site.url),
})

type Told = {
  complete: boolean
  empty: boolean
  brand: string
  error?: { type: string; code: string; message: string }
}
type Result = { paymentIntent?: { id: string; status: string }; error?: Record<string, unknown> }

const frame = (page: Page) => page.frameLocator('iframe[title="Secure card payment input frame"]')
export const number = (page: Page) => frame(page).getByLabel('Credit or debit card number')
export const expiry = (page: Page) => frame(page).getByLabel('Credit or debit card expiration date')
export const cvc = (page: Page) => frame(page).getByLabel('Credit or debit card CVC/CVV')
export const zip = (page: Page) => frame(page).getByLabel('ZIP')
export const bank = (page: Page) => page.frameLocator('iframe[title="Test bank: 3-D Secure"]')
export const told = (page: Page) => page.evaluate(() => Object(window).told as Told)
/** In a frame of another origin axe fetches the style sheets and tries to read them from a style element of its own. */
export const axeReadsSheets = /Applying inline style violates/
export const year = String(new Date().getFullYear() + 3).slice(2)

/** Opens the page and mounts a card field; what it tells is kept in `window.told`, what paying gives in `window.result`. */
export async function openPage(page: Page, site: CardSite, options: object = { hidePostalCode: true }) {
  await page.goto(site.url)
  await page.evaluate(
    ([key, wished]) => {
      const own = Object(window)
      const stripe = own.Stripe(key)
      const card = stripe.elements().create('card', wished)
      card.on('change', (event: unknown) => Object.assign(own, { told: event }))
      const ready = new Promise((resolve) => card.on('ready', resolve))
      card.mount('#card')
      Object.assign(own, { stripe, card })
      return ready
    },
    [site.publishableKey, options] as const,
  )
}

/** Types a card as a person does: the field moves on by itself. */
export async function type(page: Page, card: string, date = `12${year}`, code = '123') {
  await number(page).click()
  await page.keyboard.type(card + date + code)
}

/** Confirms a fresh intent with the card that was typed; what comes of it is `result`'s. */
export async function startPaying(page: Page, site: CardSite) {
  const intent = await site.stripe.paymentIntents.create({ amount: 9_900, currency: 'usd' })
  await page.evaluate((secret) => {
    const own = Object(window)
    own.result = undefined
    const paying = own.stripe.confirmCardPayment(secret, {
      payment_method: { card: own.card, billing_details: { name: 'Ann Able', email: 'ann@example.org' } },
    })
    paying.then((result: unknown) => Object.assign(own, { result }))
  }, String(intent.client_secret))
  return intent
}

/** What paying gave. */
export async function result(page: Page): Promise<Result> {
  const found = await page.waitForFunction(() => Object(window).result)
  return found.jsonValue()
}

/** Pays with the card that was typed. */
export async function pay(page: Page, site: CardSite) {
  const { id } = await startPaying(page, site)
  return { id, ...(await result(page)) }
}
