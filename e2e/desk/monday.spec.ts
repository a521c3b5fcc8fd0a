import { randomUUID } from 'node:crypto'
import { expect, type Locator, type Page } from '@playwright/test'
import { addDays, clinicToday, parseMediumDate } from '#contract/kit/time/clinic-date.ts'
import type { Server } from '#server/testing/server-process.ts'
import { book } from '../support/bookings.ts'
import { appointmentOf, patientOfToday } from '../support/desk.ts'
import { demoAdmin, signInAs, signUp } from '../support/people.ts'
import { test } from '../support/test.ts'

// The presses of a Monday at the desk, at most as many as in docs/desk.md. A press is a click or a key; typing a name
// or a number counts as one.

// Another day than other journeys book.
const day = addDays(clinicToday(new Date(), 'America/New_York'), 275)

/** Counts the presses of somebody at the desk. */
function openHand(page: Page) {
  let presses = 0
  return {
    click: async (target: Locator) => {
      presses += 1
      await target.click()
    },
    key: async (name: string) => {
      presses += 1
      await page.keyboard.press(name)
    },
    type: async (text: string) => {
      presses += 1
      await page.keyboard.type(text)
    },
    /** Presses free time of the first dentist, at a part of the way down the day. */
    freeTime: async (part: number) => {
      presses += 1
      const column = page.locator('[data-column]').first()
      const { height = 0 } = (await column.boundingBox()) ?? {}
      await column.click({ position: { x: 20, y: height * part } })
      await expect(page.getByRole('combobox', { name: 'Patient' })).toBeFocused()
    },
    count: () => presses,
  }
}

async function openDay(page: Page, server: Server, address = '/dashboard/day') {
  await signInAs(page, server, await demoAdmin(server))
  await page.goto(address)
  await expect(page.getByRole('button', { name: 'New appointment' })).toBeVisible()
}

const booked = (page: Page) => page.getByRole('dialog', { name: 'Booked' })
const panelOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const action = (page: Page, name: string, button: string) =>
  panelOf(page, name).getByRole('button', { name: button, exact: true })

test('a known patient is booked in four presses, a new one in five', {
  tag: '@any-width',
}, async ({ page, server }) => {
  const known = await signUp(server, `Kari ${randomUUID().slice(0, 8)}`)
  await book(server, known)
  await openDay(page, server, `/dashboard/day?date=${day}`)
  const hand = openHand(page)
  await hand.freeTime(0.3)
  await hand.type(known.name)
  await expect(page.getByRole('option').first()).toContainText(known.name)
  await hand.key('Enter')
  await expect(page.getByRole('dialog').getByLabel('Time', { exact: true })).toHaveValue(/ - /)
  await hand.key('Enter')
  // Three tenths of the way from 8 AM to 5 PM.
  await expect(booked(page).getByText(`Booked for ${known.name}, 10:30 to 11:00 AM`)).toBeVisible()
  expect(hand.count()).toBe(4)
  await page.keyboard.press('Enter')

  const other = openHand(page)
  await other.freeTime(0.8)
  await other.type('+1 646 555 7788')
  await expect(page.getByRole('option').first()).toHaveText('New patient')
  await expect(page.getByText('Nobody found')).toBeAttached()
  await other.key('Enter')
  await expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused()
  const name = `Nils ${randomUUID().slice(0, 8)}`
  await other.type(name)
  await expect(page.getByRole('dialog').getByLabel('Time', { exact: true })).toHaveValue(/ - /)
  await other.key('Enter')
  await expect(booked(page).getByText(`Booked for ${name}`)).toBeVisible()
  expect(other.count()).toBe(5)
})

test('a patient arrives, is done and pays in cash and at the terminal', { tag: '@any-width' }, async ({
  page,
  server,
}) => {
  const { name } = await patientOfToday(server, 'Mona Mandag')
  await openDay(page, server)
  const arriving = openHand(page)
  await arriving.click(appointmentOf(page, name))
  await arriving.click(action(page, name, 'Arrived'))
  await expect(page.getByText(`${name}: Arrived`).first()).toBeVisible()
  expect(arriving.count()).toBe(2)
  // The panel stays open.
  const paying = openHand(page)
  await paying.click(action(page, name, 'Take payment'))
  const amount = page.getByRole('dialog', { name: `Take a payment of ${name}` }).getByLabel('Amount in dollars')
  await expect(amount).toBeFocused()
  await paying.type('35')
  await paying.key('Enter')
  await expect(amount).toHaveValue('24')
  await expect(amount).toBeFocused()
  await paying.key('Enter')
  await expect(page.getByText(/^\$24 of Mona Mandag taken/).first()).toBeVisible()
  expect(paying.count()).toBe(4)
})

test('all who were there are done in one press, and undone in one', { tag: '@any-width' }, async ({ page, server }) => {
  const [one, other] = [await patientOfToday(server, 'Tuva Tirsdag'), await patientOfToday(server, 'Olav Onsdag')]
  await openDay(page, server)
  const hand = openHand(page)
  await hand.click(page.getByRole('button', { name: 'All came' }))
  await expect(page.getByText(/appointments? marked as done/).first()).toBeVisible()
  expect(hand.count()).toBe(1)
  for (const { name } of [one, other])
    await expect(page.locator('[data-appointment]').filter({ hasText: name }).first()).toHaveAttribute(
      'aria-label',
      /Done/,
    )
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect(page.getByRole('button', { name: 'All came' })).toBeVisible()
})

test('an appointment moves to the first free time in three presses and keeps its dentist', {
  tag: '@any-width',
}, async ({ page, server }) => {
  const person = await signUp(server, 'Frida Fredag')
  const { date } = await book(server, person)
  await openDay(page, server, `/dashboard/day?date=${parseMediumDate(date)}`)
  const label = await appointmentOf(page, person.name).getAttribute('aria-label')
  const dentist = label?.match(/with (Dr\. [^,]+)/)?.[1] ?? ''
  const moving = openHand(page)
  await moving.click(appointmentOf(page, person.name))
  await moving.click(action(page, person.name, 'Move'))
  await moving.click(page.getByRole('dialog').getByRole('button', { name: /^Move to \w+/ }))
  await expect(
    page.getByText(new RegExp(`The appointment of ${person.name} is at .* with ${dentist} now`)).first(),
  ).toBeVisible()
  expect(moving.count()).toBe(3)
})
