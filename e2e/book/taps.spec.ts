import { expect, type Locator, type Page } from '@playwright/test'
import { book } from '../support/bookings.ts'
import { cardField, congrats, payButton, visa } from '../support/card/card.ts'
import { openWithTimes } from '../support/next-free.ts'
import { signInAs, signUp } from '../support/people.ts'
import { test } from '../support/test.ts'

const card = `${visa}1234123`

/** The budgets from the landing page to a paid appointment. Never raise them: each step costs patients. */
const newPatient = { taps: 10, characters: 60 }
const returningPatient = { taps: 6 }

test('a new patient books and pays on a phone within the budget', async ({ page }) => {
  test.setTimeout(180_000)
  const input = countedInput()
  await page.goto('/')
  await input.tap(page.getByRole('link', { name: 'Book Cavity Filling' }))
  await input.tap(page.getByRole('link', { name: 'Create New Account' }))
  await input.type(page.getByLabel('Name'), 'Ann Bell')
  await input.fill(page.getByLabel('Email'), 'ann@bell.org')
  await input.fill(page.getByLabel('Password', { exact: true }), 'secret1')
  await input.tap(page.getByRole('button', { name: 'Sign Up' }))
  await bookAndPay(page, input, '2125550142')

  expect(input.taps()).toBeLessThanOrEqual(newPatient.taps)
  expect(input.characters()).toBeLessThanOrEqual(newPatient.characters)
})

test('a patient who was here before books and pays on a phone within the budget', async ({ page, server }) => {
  const person = await signUp(server)
  await book(server, person)
  await signInAs(page, server, person)
  const input = countedInput()
  await page.goto('/')
  await input.tap(page.getByRole('link', { name: 'Book Cavity Filling' }))
  await bookAndPay(page, input)

  expect(input.taps()).toBeLessThanOrEqual(returningPatient.taps)
  expect(input.characters()).toBeLessThanOrEqual(card.length)
})

test('a patient who was here before books a time of the landing page in two taps', async ({ page, server }) => {
  const person = await signUp(server)
  await book(server, person)
  await signInAs(page, server, person)
  const input = countedInput()
  await openWithTimes(page)
  await input.tap(page.getByRole('region', { name: 'Next free times' }).getByRole('link').first())
  await input.tap(page.getByRole('dialog').getByRole('button', { name: 'Submit' }))
  await expect(page.getByRole('link', { name: /^Pay \$\d+ now$/ })).toBeVisible()
  expect(input.taps()).toBe(2)
})

/** Books the first of the times of Cavity Filling, and pays. Types `phone` if there is none from before. */
async function bookAndPay(page: Page, input: ReturnType<typeof countedInput>, phone?: string) {
  const times = page.getByRole('region', { name: 'Cavity Filling' })
  await input.tap(times.getByRole('button', { name: /^Book / }).first())
  if (phone !== undefined) await input.type(page.getByLabel('Phone'), phone)
  await input.tap(page.getByRole('button', { name: 'Submit' }))
  await input.tap(page.getByRole('link', { name: 'Pay $119 now' }))
  await expect(payButton(page)).toBeEnabled()
  // The card field moves on to the expiration date and the code by itself.
  await input.fill(cardField(page).getByLabel('Credit or debit card number'), card)
  await input.tap(payButton(page))
  await expect(congrats(page)).toBeVisible()
}

/** Taps and types like a person, and counts both. */
function countedInput() {
  let taps = 0
  let characters = 0
  const tap = async (target: Locator) => {
    taps += 1
    await target.tap()
  }
  const type = async (field: Locator, text: string) => {
    await expect(field).toBeFocused()
    characters += text.length
    await field.page().keyboard.type(text)
  }
  return {
    tap,
    /** Types into the field that the page has focused. */
    type,
    fill: async (field: Locator, text: string) => {
      await tap(field)
      await type(field, text)
    },
    taps: () => taps,
    characters: () => characters,
  }
}
