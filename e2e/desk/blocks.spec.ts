import { expect, type Page } from '@playwright/test'
import { addDays, clinicToday, formatMediumDate, parseMediumDate } from '#contract/kit/time/clinic-date.ts'
import { axe } from '../support/axe.ts'
import { book } from '../support/bookings.ts'
import { appointmentOf } from '../support/desk.ts'
import { demoAdmin, signInAs, signUp } from '../support/people.ts'
import { shoot } from '../support/shots.ts'
import { test } from '../support/test.ts'

test.beforeEach(async ({ page, server }) => signInAs(page, server, await demoAdmin(server)))

/** Draws over a part of the first dentist's column, in minutes after its start. */
async function draw(page: Page, from: number, until: number) {
  const column = page.locator('[data-column]').first()
  await column.scrollIntoViewIfNeeded()
  const box = await column.boundingBox()
  if (!box) throw new Error('The column has no place')
  const yAt = (minutes: number) => box.y + (minutes / 540) * box.height
  const x = box.x + box.width / 2
  await page.mouse.move(x, yAt(from))
  await page.mouse.down()
  await page.mouse.move(x, yAt(from) + 12)
  await page.mouse.move(x, yAt(until), { steps: 4 })
}

test('a dentist’s time is blocked by drawing over it, and Escape leaves it', { tag: '@any-width' }, async ({
  page,
}) => {
  const day = addDays(clinicToday(new Date(), 'America/New_York'), 200)
  await page.goto(`/dashboard/day?date=${day}`)
  await draw(page, 62, 118)
  await expect(page.locator('[data-draft]')).toContainText('9:00 AM – 10:00 AM')
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await draw(page, 62, 118)
  await page.mouse.up()
  const dialog = page.getByRole('dialog', { name: 'Block a time' })
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await expect(dialog.getByLabel('From')).toHaveValue('09:00')
  await expect(dialog.getByLabel('Until')).toHaveValue('10:00')
  await dialog.getByLabel('Reason').fill('Root canal course')
  await axe(page)
  await shoot(page, 'block-dialog')
  await page.keyboard.press('Enter')
  const block = page.getByRole('button', { name: 'Blocked 9:00 AM to 10:00 AM: Root canal course' })
  await expect(block).toBeVisible()
  await axe(page)
  await shoot(page, 'block-grid')
  await block.click()
  await page.getByRole('button', { name: 'Remove the block' }).click()
  await expect(block).toHaveCount(0)
})

test('a block says which appointments it affects, marks them, and repeats by weekday', async ({ page, server }) => {
  const person = await signUp(server, 'Solveig Moe')
  const { date } = await book(server, person)
  const day = parseMediumDate(date)
  await page.goto(`/dashboard/day?date=${day}`)
  await page.getByRole('button', { name: 'Block a time' }).click()
  const dialog = page.getByRole('dialog', { name: 'Block a time' })
  await dialog.getByLabel('From').fill('08:00')
  await dialog.getByLabel('Until').fill('08:30')
  await dialog.getByLabel('Reason').fill('Team meeting')
  await dialog.getByRole('button', { name: 'Block', exact: true }).click()
  const question = page.getByRole('dialog', { name: /^Block everyone on/ })
  await expect(question).toContainText('will be listed under Needs attention')
  await expect(question).toContainText(person.name)
  await axe(page)
  await shoot(page, 'block-effect')
  await question.getByRole('button', { name: 'Block', exact: true }).click()
  await expect(page.getByText(/^Blocked: everyone on/).first()).toBeVisible()
  const appointment = appointmentOf(page, person.name)
  await expect(appointment).toBeVisible()
  await appointment.click()
  await expect(page.getByRole('dialog', { name: person.name })).toContainText('The clinic keeps this time free.')
  await page.keyboard.press('Escape')
  await shoot(page, 'block-marks')

  await page.goto('/dashboard/openingHours')
  const list = page.getByRole('region', { name: 'Blocked times' })
  await expect(list).toContainText(`Everyone on ${date}, 8:00 AM to 8:30 AM`)
  await list.getByRole('button', { name: /^Edit Everyone/ }).click()
  const edit = page.getByRole('dialog', { name: 'Blocked time' })
  await edit.getByLabel('Last day').fill('')
  // Other tests book the first time of a day.
  await edit.getByLabel('From').fill('16:30')
  await edit.getByLabel('Until').fill('17:00')
  await edit.getByLabel('Wednesday').check()
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(list).toContainText('Everyone each Wednesday, 4:30 PM to 5:00 PM')
  await list.getByRole('button', { name: /^Edit Everyone/ }).click()
  await edit.getByRole('button', { name: 'Remove the block' }).click()
  await expect(list).toContainText('No time is blocked.')
})

test('a dentist gets a last day after a look at what that does, and stays after all', async ({ page }) => {
  await page.goto('/dashboard/manageDoctor')
  await page
    .getByRole('link', { name: /Edit|Dr\./ })
    .first()
    .click()
  const section = page.getByRole('region', { name: 'Leaving' })
  await section.getByRole('button', { name: 'Set the last day' }).click()
  const lastDay = addDays(clinicToday(new Date(), 'America/New_York'), 300)
  await page.getByRole('textbox', { name: 'Last day' }).fill(lastDay)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(section).toContainText(formatMediumDate(lastDay))
  await axe(page)
  await section.getByRole('button', { name: /stays$/ }).click()
  await expect(section.getByRole('button', { name: 'Set the last day' })).toBeVisible()
})

test('a meeting each week repeats without end, as the form shows', async ({ page }) => {
  const day = addDays(clinicToday(new Date(), 'America/New_York'), 220)
  await page.goto(`/dashboard/day?date=${day}`)
  await page.getByRole('button', { name: 'Block a time' }).click()
  const dialog = page.getByRole('dialog', { name: 'Block a time' })
  await expect(dialog.getByLabel('Last day')).toHaveValue(day)
  await dialog.getByLabel('Wednesday').check()
  await expect(dialog.getByLabel('Last day')).toHaveValue('')
  await dialog.getByLabel('From').fill('16:30')
  await dialog.getByLabel('Until').fill('17:00')
  await dialog.getByLabel('Reason').fill('Case meeting')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Blocked: everyone each Wednesday/).first()).toBeVisible()
  await page.goto('/dashboard/openingHours')
  const list = page.getByRole('region', { name: 'Blocked times' })
  await list.getByRole('listitem').filter({ hasText: 'Case meeting' }).getByRole('button').click()
  await page.getByRole('button', { name: 'Remove the block' }).click()
  await expect(list.getByText('Case meeting')).toHaveCount(0)
})
