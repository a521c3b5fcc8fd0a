import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { linkIn, mailsTo } from '#server/testing/outside/outbox.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { axe } from '../support/axe.ts'
import { book } from '../support/bookings.ts'
import { chooseDayOfNextMonth, openBooking } from '../support/calendar.ts'
import { demoAdmin, signInAs, signUp, signUpConfirmed } from '../support/people.ts'
import { test } from '../support/test.ts'

test('an appointment is added to a calendar from My Appointments and from the email', async ({ page, server }) => {
  const person = await signUp(server)
  const booked = await book(server, person)
  await signInAs(page, server, person)
  await page.goto('/dashboard')
  const own = await savedBy(page, page.getByRole('rowgroup').filter({ hasText: booked.treatment }))
  expect(own).toContain(`UID:${booked._id}@`)
  expect(own).not.toContain(booked.treatment)
  await axe(page)

  const mailed = async () =>
    (await mailsTo(server.dataDir, person.email)).find(({ subject }) =>
      subject.startsWith('Your appointment is booked'),
    )
  await expect.poll(mailed).toBeDefined()
  await page.context().clearCookies()
  await page.goto(linkIn((await mailed()) ?? { text: '' }, 'Move or cancel').href)
  expect(await savedBy(page, page)).toContain(`UID:${booked._id}@`)
})

test('an appointment is added to a calendar right after it is booked', { tag: '@any-width' }, async ({
  page,
  server,
}) => {
  await signInAs(page, server, await signUp(server))
  await page.goto('/appointment')
  await chooseDayOfNextMonth(page, 18)
  const dialog = await openBooking(page, 'Cosmetic Dentistry')
  await dialog.getByLabel('Phone').fill('212 555 0142')
  await dialog.getByRole('button', { name: 'Submit' }).click()
  const strip = page.getByRole('region', { name: 'You’re booked' })
  await expect(strip).toBeVisible()
  expect(await savedBy(page, strip)).toContain('BEGIN:VEVENT')
  await axe(page)
})

test('a patient subscribes to their appointments, and renews the address', { tag: '@any-width' }, async ({
  page,
  server,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const person = await signUpConfirmed(server)
  const booked = await book(server, person)
  await signInAs(page, server, person)
  await page.goto('/dashboard/account')
  await page.getByRole('button', { name: 'Show the address' }).click()
  const address = page.getByRole('textbox', { name: 'Calendar address' })
  await expect(address).toBeFocused()
  const url = await address.inputValue()
  expect(await textAt(url)).toContain(booked._id)
  await expect(page.getByRole('link', { name: 'Subscribe' })).toHaveAttribute('href', url.replace('http', 'webcal'))
  await page.getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByText('Address copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Renew address' }).click()
  const question = page.getByRole('dialog', { name: 'Renew the calendar address?' })
  await axe(page)
  await question.getByRole('button', { name: 'Renew address' }).click()
  await expect(address).not.toHaveValue(url)
  await expect(address).toBeFocused()
  expect((await fetch(url)).status).toBe(404)
  expect(await textAt(await address.inputValue())).toContain(booked._id)
})

test('an admin gives a dentist the address of their calendar', { tag: '@any-width' }, async ({ page, server }) => {
  await signInAs(page, server, await demoAdmin(server))
  await page.goto('/dashboard/manageDoctor')
  await page.getByRole('link', { name: /^Edit/ }).first().click()
  await page.getByRole('button', { name: 'Show the address' }).click()
  const address = page.getByRole('textbox', { name: 'Calendar address' })
  await expect(address).toBeFocused()
  const url = await address.inputValue()
  expect(await textAt(url)).toContain('BEGIN:VCALENDAR')
  await page.getByRole('button', { name: 'Renew address' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Renew address' }).click()
  await expect(address).not.toHaveValue(url)
  await axe(page)
  await page.goto('/dashboard/activity')
  await expect(page.getByText(/Renewed the calendar address of Dr\./).first()).toBeVisible()
})

/** Presses the button and returns the saved file. */
async function savedBy(page: Page, place: Pick<Page, 'getByRole'>): Promise<string> {
  const download = page.waitForEvent('download')
  await place.getByRole('button', { name: /^(Add to calendar$|Calendar: )/ }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('appointment.ics')
  return readFile(await file.path(), 'utf8')
}

async function textAt(url: string): Promise<string> {
  return (await fetch(url)).text()
}
