import { expect } from '@playwright/test'
import { addDays, clinicToday } from '#contract/kit/time/clinic-date.ts'
import { showPeriod } from '#contract/kit/time/shown-period.ts'
import { axe } from '../support/axe.ts'
import { book } from '../support/bookings.ts'
import { appointmentOf } from '../support/desk.ts'
import { demoAdmin, signInAs, signUp } from '../support/people.ts'
import { shoot } from '../support/shots.ts'
import { test } from '../support/test.ts'

// Later days than other journeys book.
const day = addDays(clinicToday(new Date(), 'America/New_York'), 240)
const next = addDays(day, 1)

test('staff find the first free times of a treatment, book one and move to another', async ({ page, server }) => {
  const caller = await signUp(server, 'Nora Caller')
  await book(server, caller)
  await signInAs(page, server, await demoAdmin(server))
  await page.goto(`/dashboard/day?date=${day}`)
  await page.getByRole('button', { name: 'New appointment' }).click()
  const dialog = page.getByRole('dialog', { name: 'New appointment' })
  await expect(dialog.getByRole('combobox', { name: 'Patient' })).toBeFocused()
  await page.keyboard.type(caller.email)
  await expect(dialog.getByRole('option').first()).toContainText('Nora Caller')
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Treatment').selectOption({ label: 'Oral Surgery · 30 min · $149' })
  const toggle = dialog.getByRole('button', { name: 'First free times' })
  await toggle.click()
  const times = dialog.getByRole('list', { name: 'First free times' }).getByRole('button')
  await expect(times).toHaveCount(10)
  await axe(page)
  await shoot(page, 'first-free')
  // Another test’s surgeon may be there, too.
  await times.nth(8).press('Enter')
  await expect(times).toHaveCount(0)
  await expect(toggle).toBeFocused()
  await expect(dialog.getByLabel('Time', { exact: true })).toHaveValue(/ - /)
  const chosen = await dialog.getByLabel('Day', { exact: true }).inputValue()
  expect([day, next]).toContain(chosen)
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Part of the day').selectOption('Evening')
  await expect(dialog.getByText('No free time as far ahead')).toBeVisible()
  await dialog.getByRole('button', { name: 'Book' }).click()
  await page.getByRole('dialog', { name: 'Booked' }).getByRole('button', { name: 'Done' }).click()

  await page.goto(`/dashboard/day?date=${chosen}`)
  await appointmentOf(page, caller.name).click()
  await page.getByRole('dialog', { name: caller.name }).getByRole('button', { name: 'Move' }).click()
  const move = page.getByRole('dialog', { name: `Move the appointment of ${caller.name}` })
  await move.getByRole('button', { name: 'First free times' }).click()
  await move.getByRole('list', { name: 'First free times' }).getByRole('button').nth(2).click()
  await expect(move.getByLabel('Time', { exact: true })).toHaveValue(/ - /)
  const slot = await move.getByLabel('Time', { exact: true }).inputValue()
  await axe(page)
  await shoot(page, 'first-free-move')
  await move.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(page.getByText(`is at ${showPeriod(slot, { language: 'en-US', country: 'US' })}`).first()).toBeVisible()
})
