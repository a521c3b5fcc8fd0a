import { expect, type Page } from '@playwright/test'
import { pages } from '#contract/site/pages.ts'
import { startServer } from '#server/testing/server-process.ts'
import { axe } from '../support/axe.ts'
import { demoAdmin, signInAs } from '../support/people.ts'
import { shoot } from '../support/shots.ts'
import { test } from '../support/test.ts'

// A server of its own: a finer grid would change the times of other journeys.
test('an admin learns that a treatment fits more often on another grid, and changes it', {
  tag: '@any-width',
}, async ({ browser }) => {
  test.setTimeout(120_000)
  const server = await startServer({ pages: true, databaseServer: process.env.E2E_DATABASE_URL, env: { DEMO: 'on' } })
  const context = await browser.newContext({ baseURL: server.url })
  const page = await context.newPage()
  await signInAs(page, server, await demoAdmin(server))
  await fillNoGaps(page)
  await page.goto('/dashboard/treatments')
  await page.getByRole('button', { name: 'Add a treatment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a treatment' })
  await dialog.getByLabel('Name').fill('Check-up')
  await dialog.getByLabel('Price').fill('25')
  await expect(dialog.getByText('a day on a grid')).toHaveCount(0)
  await dialog.getByLabel('Length in minutes').fill('15')
  const sentence = 'Check-up: 16 a day on a grid of 30 minutes, 32 on 15.'
  await expect(dialog.getByText(sentence)).toBeVisible()
  await axe(page)
  await shoot(page, 'treatment-grid')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(dialog).toBeHidden()

  await page.goto(pages.openingHours)
  const grid = page.getByLabel('Appointments begin every')
  await expect(grid).toHaveValue('30')
  await expect(page.getByText(sentence)).toBeVisible()
  await axe(page)
  await page.getByText(sentence).scrollIntoViewIfNeeded()
  await shoot(page, 'policy-grid')
  await page.getByRole('button', { name: 'Use 15 minutes' }).click()
  await expect(grid).toHaveValue('15')
  await expect(page.getByText(sentence)).toHaveCount(0)
  await page.goto(`${pages.openingHours}?grid=15`)
  await expect(grid).toHaveValue('15')
  await chooseReminders(page)
  await context.close()
  await server.stop()
})

/** Has times begin on the grid only, without which no grid is better than another. */
async function fillNoGaps(page: Page) {
  await page.goto(pages.openingHours)
  const fills = page.getByRole('checkbox', { name: /leave no gap/ })
  await expect(fills).toBeChecked()
  await axe(page)
  await shoot(page, 'policy-fill-gaps')
  await fills.uncheck()
  await page.getByRole('button', { name: 'Save' }).last().click()
  await expect(page.getByText('The booking rules are changed')).toBeVisible()
  await page.reload()
  await expect(fills).not.toBeChecked()
}

/** Adds two further reminders by keyboard, is refused one that is there already, and removes the other. */
async function chooseReminders(page: Page) {
  const more = page.getByLabel('And again')
  const add = page.getByRole('button', { name: 'Add a reminder' })
  await add.press('Enter')
  await expect(more).toBeFocused()
  await page.keyboard.type('2')
  await add.press('Enter')
  await expect(more.nth(1)).toBeFocused()
  await page.keyboard.type('24')
  await page.getByRole('button', { name: 'Save' }).last().click()
  await expect(page.getByText('Each reminder needs its own time')).toBeVisible()
  await axe(page)
  await shoot(page, 'policy-reminders')
  await more.nth(1).fill('999')
  await page.getByRole('button', { name: 'Save' }).last().click()
  await expect(page.getByText('1 to 336 hours')).toBeVisible()
  await more.nth(1).fill('168')
  await page.getByRole('button', { name: 'Remove reminder 2' }).press('Enter')
  await expect(add).toBeFocused()
  await expect(more).toHaveValue('168')
  await page.getByRole('button', { name: 'Save' }).last().click()
  await expect(page.getByText('The booking rules are changed')).toBeVisible()
  await page.reload()
  await expect(more).toHaveValue('168')
  await expect(page.getByLabel('Patients are reminded')).toHaveValue('24')
}
