import { expect, type Page } from '@playwright/test'
import type { Server } from '#server/testing/server-process.ts'
import { axeInBothSchemes, expectRoomForLargeText } from '../support/accessibility.ts'
import { chooseDayOfNextMonth, openBooking } from '../support/calendar.ts'
import { nearDate } from '../support/near-date.ts'
import { type Person, signInAs, signUp } from '../support/people.ts'
import { shoot } from '../support/shots.ts'
import { test } from '../support/test.ts'

/** From the note after a booking to the booking of the next child. Never raise it. */
const maxPresses = 2

const cookieOf = ({ cookies }: Person) => cookies.map(({ name, value }) => `${name}=${value}`).join('; ')

/** Adds children to an account through the API. */
async function addChildren(server: Server, person: Person, ...names: string[]) {
  const proof = { origin: server.url, cookie: cookieOf(person), 'content-type': 'application/json' }
  const body = JSON.stringify({ email: person.email, name: person.name })
  const renewed = await fetch(`${server.url}/user/${person.email}`, { method: 'PUT', headers: proof, body })
  const { token } = await renewed.json()
  for (const name of names) {
    const response = await fetch(`${server.url}/account/patients`, {
      method: 'POST',
      headers: { ...proof, authorization: `Bearer ${token}` },
      body: JSON.stringify({ name, birthDate: '2018-03-04', relation: 'child' }),
    })
    if (!response.ok) throw new Error(`POST /account/patients responded ${response.status}`)
  }
}

const noteOf = (page: Page, name: string) => page.getByRole('region', { name: `${name} is booked: Teeth Cleaning` })

/** Books a cleaning for a child at a time. */
async function bookFor(page: Page, child: string, slot: string) {
  const dialog = await openBooking(page, 'Teeth Cleaning')
  await dialog.getByLabel('For whom?').selectOption(child)
  await dialog.getByLabel('Time').selectOption(slot)
  await dialog.getByLabel('Phone').fill('212 555 0142')
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(noteOf(page, child)).toBeVisible()
}

test('after a child’s booking two presses book the time right after it for the other child', async ({
  page,
  server,
}) => {
  const mother = await signUp(server, 'Marta Sand')
  await addChildren(server, mother, 'Mia Sand', 'Ben Sand')
  await signInAs(page, server, mother)
  await page.goto('/appointment')
  const date = await chooseDayOfNextMonth(page, 24)
  await bookFor(page, 'Mia Sand', '09.00 AM - 09.30 AM')
  const next = noteOf(page, 'Mia Sand').getByRole('button', { name: 'Book for Ben Sand too' })
  await expect(next).toBeVisible()
  await axeInBothSchemes(page)
  await expectRoomForLargeText(page, 'the note with the next child')
  await shoot(page, 'next-child')

  let presses = 0
  const press = async (button: typeof next) => {
    presses += 1
    await button.click()
  }
  await press(next)
  const dialog = page.getByRole('dialog', { name: 'Booking for: Teeth Cleaning' })
  await expect(dialog.getByLabel('For whom?').locator('option:checked')).toHaveText('Ben Sand')
  await expect(dialog.getByLabel('Time').locator('option:checked')).toHaveText('09.30 AM - 10.00 AM')
  await expect(dialog.getByText('Dr. Amara Okafor')).toBeVisible()
  await press(dialog.getByRole('button', { name: 'Submit' }))
  await expect(noteOf(page, 'Ben Sand')).toContainText(`${nearDate(date)} at 9:30 to 10:00 AM`)
  await expect(noteOf(page, 'Ben Sand')).toContainText('with Dr. Amara Okafor')
  expect(presses).toBeLessThanOrEqual(maxPresses)
  // Both have one.
  await expect(noteOf(page, 'Ben Sand').getByRole('button', { name: /^Book / })).toHaveCount(0)
})

test('of three children the next is chosen, the last named; after the last time of a day comes the next day', {
  tag: '@any-width',
}, async ({ page, server }) => {
  const mother = await signUp(server, 'Nora Falk')
  await addChildren(server, mother, 'Ida Falk', 'Jon Falk', 'Kim Falk')
  await signInAs(page, server, mother)
  await page.goto('/appointment')
  await chooseDayOfNextMonth(page, 25)
  await bookFor(page, 'Ida Falk', '04.00 PM - 04.30 PM')
  await page.getByRole('button', { name: 'Book the next time for another child' }).click()
  const dialog = page.getByRole('dialog', { name: 'Booking for: Teeth Cleaning' })
  await expect(dialog.getByLabel('For whom?').locator('option:checked')).toHaveText('Jon Falk')
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(noteOf(page, 'Jon Falk')).toContainText('at 4:30 to 5:00 PM')

  await noteOf(page, 'Jon Falk').getByRole('button', { name: 'Book for Kim Falk too' }).click()
  await expect(dialog.getByLabel('For whom?').locator('option:checked')).toHaveText('Kim Falk')
  await expect(dialog.getByLabel('Time').locator('option:checked')).toHaveText('08.00 AM - 08.30 AM')
  await page.reload()
  await expect(dialog.getByLabel('For whom?').locator('option:checked')).toHaveText('Kim Falk')
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(noteOf(page, 'Kim Falk')).toContainText('at 8:00 to 8:30 AM')
})

test('the owner’s own booking offers nobody else’s', { tag: '@any-width' }, async ({ page, server }) => {
  const mother = await signUp(server, 'Olga Berg')
  await addChildren(server, mother, 'Per Berg')
  await signInAs(page, server, mother)
  await page.goto('/appointment')
  await chooseDayOfNextMonth(page, 24)
  const dialog = await openBooking(page, 'Cavity Filling')
  await dialog.getByLabel('Phone').fill('212 555 0142')
  await dialog.getByRole('button', { name: 'Submit' }).click()
  const note = page.getByRole('region', { name: /^You’re booked: Cavity Filling/ })
  await expect(note.getByRole('link', { name: /^Pay/ })).toBeVisible()
  await expect(note.getByRole('button', { name: /^Book / })).toHaveCount(0)
})
