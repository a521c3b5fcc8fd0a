import { expect } from '@playwright/test'
import { axe } from '../support/axe.ts'
import { callDesk, patientOfToday } from '../support/desk.ts'
import { demoAdmin, signInAs } from '../support/people.ts'
import { shoot } from '../support/shots.ts'
import { test } from '../support/test.ts'

test.beforeEach(async ({ page, server }) => {
  await signInAs(page, server, await demoAdmin(server))
})

test('the desk counts the till and closes the day, with a printed page', { tag: '@any-width' }, async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 400/)
  const { name, id } = await patientOfToday(server, 'Signe Holm')
  for (const [method, amount] of [
    ['cash', 35],
    ['terminal', 24],
  ] as const)
    await callDesk(server, 'POST', `/desk/appointments/${id}/payments`, {
      requestId: crypto.randomUUID(),
      ...{ method, amount, reference: '' },
    })
  const { methods, entries } = await callDesk(server, 'GET', '/desk/till')
  const cash: number = methods.find(({ method }: { method: string }) => method === 'cash').expected
  expect(entries.length).toBeGreaterThan(1)
  await page.goto('/dashboard/till')
  const row = (method: string) => page.getByRole('row').filter({ hasText: method }).first()
  await expect(row('Cash')).toContainText(`$${cash}`)
  await expect(page.getByRole('row').filter({ hasText: name }).first()).toBeVisible()
  await axe(page)
  await shoot(page, 'till-open')

  // A press, the amount, Enter, and Enter again: the first one asks.
  await page.getByLabel('Cash, counted').click()
  await page.keyboard.type((cash - 0.5).toFixed(2))
  await expect(page.getByText('$0.50 less than expected.')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Yes, close the day' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Say what the difference comes from')).toBeVisible()
  await page.getByLabel('Note').fill('Coffee for the waiting room')
  await page.keyboard.press('Enter')
  await shoot(page, 'till-asked')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/Closed by admin@example.com on .*\$0.50 less than expected\./)).toBeVisible()
  await expect(page.getByText('Note: Coffee for the waiting room')).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard\/till\?date=\d{4}-\d\d-\d\d$/)
  await shoot(page, 'till-closed')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Date, signature:')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/till-print.png`, fullPage: true })
  await page.emulateMedia({ media: 'screen' })

  await page.getByRole('link', { name: 'The open days' }).click()
  await expect(page.getByText(/^Today is closed\. What comes in now counts for/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Closed days' })).toContainText('$0.50 less than expected.')
})
