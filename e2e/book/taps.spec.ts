import { randomUUID } from 'node:crypto'
import { expect, type Locator, type Page } from '@playwright/test'
import { clinicToday, formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import { cardField, congrats, payButton, visa } from '../support/card/card.ts'
import { test } from '../support/test.ts'

/** What a new patient needs from the landing page to a paid appointment. Raise neither: each is a step that a person takes. */
const mostTaps = 13
const mostCharacters = 69

test('a new patient has booked and paid on a phone within a few taps', async ({ page }) => {
  test.setTimeout(180_000)
  const hand = countingHand()
  await closeToday(page)
  await page.goto('/')
  await hand.tap(page.getByRole('main').getByRole('link', { name: 'Get Started' }))
  await hand.tap(page.getByRole('link', { name: 'Create New Account' }))
  await hand.fill(page.getByLabel('Name'), 'Ann Bell')
  await hand.fill(page.getByLabel('Email'), `${randomUUID().slice(0, 8)}@example.com`)
  await hand.fill(page.getByLabel('Password', { exact: true }), 'secret12')
  await hand.tap(page.getByRole('button', { name: 'Sign Up' }))

  // Even in the evening, when the first free day is tomorrow.
  await hand.tap(page.getByRole('button', { name: /^Show \w+day, / }))
  await hand.tap(page.getByRole('button', { name: 'Book Appointment Teeth Cleaning' }))
  await hand.fill(page.getByLabel('Phone'), '2125550142')
  await hand.tap(page.getByRole('button', { name: 'Submit' }))

  await hand.tap(page.getByRole('link', { name: 'Pay $59 now' }))
  await expect(payButton(page)).toBeEnabled()
  // The field goes on to the expiry date and the code by itself.
  await hand.fill(cardField(page).getByLabel('Credit or debit card number'), `${visa}1234123`)
  await hand.tap(payButton(page))
  await expect(congrats(page)).toBeVisible()

  expect(hand.taps()).toBeLessThanOrEqual(mostTaps)
  expect(hand.characters()).toBeLessThanOrEqual(mostCharacters)
})

/** A hand that counts its taps, and the characters that it types. */
function countingHand() {
  let taps = 0
  let characters = 0
  const tap = async (target: Locator) => {
    taps += 1
    await target.tap()
  }
  return {
    tap,
    fill: async (field: Locator, text: string) => {
      await tap(field)
      characters += text.length
      await field.page().keyboard.type(text)
    },
    taps: () => taps,
    characters: () => characters,
  }
}

/** Leaves nothing free today, as after hours. */
async function closeToday(page: Page) {
  const today = formatMediumDate(clinicToday(new Date(), 'America/New_York'))
  await page.route(`**/available?date=${encodeURIComponent(today)}`, async (route) => {
    const response = await route.fetch()
    const treatments: object[] = await response.json()
    await route.fulfill({ response, json: treatments.map((treatment) => ({ ...treatment, slots: [] })) })
  })
}
