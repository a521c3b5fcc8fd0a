import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { addDays, clinicToday } from '#contract/kit/time/clinic-date.ts'
import { callDesk } from '../support/desk.ts'
import { logIn, loginPage, signInAs } from '../support/people.ts'
import { shoot } from '../support/shots.ts'
import { staffMember } from '../support/staff.ts'
import { test } from '../support/test.ts'

test('a form that was open when the session ended comes back after the login, for the same account only', {
  tag: '@any-width',
}, async ({ page, server, allowConsole }) => {
  allowConsole(/status of (401|403)/)
  const [rita, romy] = [
    await staffMember(server, 'receptionist', 'Rita Rex'),
    await staffMember(server, 'receptionist', 'Romy Roy'),
  ]
  const name = `Karl ${randomUUID().slice(0, 8)}`
  const day = addDays(clinicToday(new Date(), 'America/New_York'), 260)
  const dialog = page.getByRole('dialog', { name: 'New appointment' })
  const endSession = async () => {
    await callDesk(server, 'DELETE', `/user/sessions/${rita.email}`)
    await dialog.getByRole('button', { name: 'Book' }).click()
    await expect(page).toHaveURL(loginPage)
  }
  const fillIn = async () => {
    await dialog.getByRole('combobox', { name: 'Patient' }).fill(name)
    await dialog.getByRole('option', { name: 'New patient' }).click()
    await dialog.getByLabel('Phone').fill('646 555 0177')
    await dialog.getByLabel('Treatment').selectOption({ label: 'Oral Surgery · 30 min · $149' })
    await dialog.getByLabel('Day').fill(day)
    await dialog.getByLabel('Time', { exact: true }).selectOption('09.00 AM - 09.30 AM')
  }
  await signInAs(page, server, rita)
  await page.goto('/dashboard/day')
  await page.getByRole('button', { name: 'New appointment' }).click()
  await fillIn()
  await endSession()
  const said = page.getByText('You were signed out, so nothing is booked yet. Log in to finish: Oral Surgery, ')
  await expect(said).toBeVisible()
  await expect(page.getByText(name)).toHaveCount(0)
  await shoot(page, 'desk-unfinished')
  await logIn(page, rita)
  await expect(dialog.getByLabel('Name')).toHaveValue(name)
  await expect(dialog.getByLabel('Phone')).toHaveValue('646 555 0177')
  await expect(dialog.getByLabel('Day')).toHaveValue(day)
  await expect(dialog.getByLabel('Time', { exact: true })).toHaveValue('09.00 AM - 09.30 AM')

  await endSession()
  await logIn(page, romy)
  await expect(page).toHaveURL(/dashboard\/day/)
  await expect.poll(() => page.evaluate(() => Object.values(sessionStorage).join(' '))).not.toContain(name)
  await expect(page.getByRole('button', { name: 'New appointment' })).toBeVisible()
  await expect(dialog).toHaveCount(0)
})
