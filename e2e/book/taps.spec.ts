import { randomUUID } from 'node:crypto'
import { expect, type Locator, type Page } from '@playwright/test'
import { clinicToday, formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import { cardField, congrats, payButton, visa } from '../support/card/card.ts'
import { test } from '../support/test.ts'

/** The budget from the landing page to a paid appointment. Never raise it: each step costs patients. */
const maxTaps = 13
const maxCharacters = 69

test('a new patient books and pays on a phone within the tap budget', async ({ page }) => {
  test.setTimeout(180_000)
  const input = countedInput()
  await emptyToday(page)
  await page.goto('/')
  await input.tap(page.getByRole('main').getByRole('link', { name: 'Get Started' }))
  await input.tap(page.getByRole('link', { name: 'Create New Account' }))
  await input.fill(page.getByLabel('Name'), 'Ann Bell')
  await input.fill(page.getByLabel('Email'), `${randomUUID().slice(0, 8)}@example.com`)
  await input.fill(page.getByLabel('Password', { exact: true }), 'secret12')
  await input.tap(page.getByRole('button', { name: 'Sign Up' }))

  // Today is full, as in the evening, so the budget includes the tap to the next free day.
  await input.tap(page.getByRole('button', { name: /^Show \w+day, / }))
  await input.tap(page.getByRole('button', { name: 'Book Appointment Teeth Cleaning' }))
  await input.fill(page.getByLabel('Phone'), '2125550142')
  await input.tap(page.getByRole('button', { name: 'Submit' }))

  await input.tap(page.getByRole('link', { name: 'Pay $59 now' }))
  await expect(payButton(page)).toBeEnabled()
  // The card field moves on to the expiration date and the code by itself.
  await input.fill(cardField(page).getByLabel('Credit or debit card number'), `${visa}1234123`)
  await input.tap(payButton(page))
  await expect(congrats(page)).toBeVisible()

  expect(input.taps()).toBeLessThanOrEqual(maxTaps)
  expect(input.characters()).toBeLessThanOrEqual(maxCharacters)
})

/** Taps and types like a person, and counts both. */
function countedInput() {
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

/** Removes today's free slots from the response. */
async function emptyToday(page: Page) {
  const today = formatMediumDate(clinicToday(new Date(), 'America/New_York'))
  await page.route(`**/available?date=${encodeURIComponent(today)}`, async (route) => {
    const response = await route.fetch()
    const treatments: object[] = await response.json()
    await route.fulfill({ response, json: treatments.map((treatment) => ({ ...treatment, slots: [] })) })
  })
}
