import { expect } from '@playwright/test'
import { mailsTo } from '#server/testing/outside/outbox.ts'
import { appointmentOf, callDesk, patientOfToday } from '../support/desk.ts'
import { demoAdmin, signInAs } from '../support/people.ts'
import { test } from '../support/test.ts'

test('a price that changes in the chair sends no email unless the desk asks for one', { tag: '@any-width' }, async ({
  page,
  server,
}) => {
  const { name, email, id } = await patientOfToday(server, 'Sunniva Hagen')
  await callDesk(server, 'PATCH', `/desk/appointments/${id}/status`, { from: 'booked', status: 'arrived' })
  await signInAs(page, server, await demoAdmin(server))
  await page.goto('/dashboard/day')
  const openPrice = async () => {
    await appointmentOf(page, name).click()
    const panel = page.getByRole('dialog', { name, exact: true })
    await panel.getByRole('button', { name: 'Change price', exact: true }).click()
  }
  const dialog = page.getByRole('dialog', { name: `Change the price for ${name}` })
  await openPrice()
  const tell = dialog.getByRole('checkbox', { name: 'Email the patient about the new price' })
  await expect(tell).not.toBeChecked()
  await dialog.getByLabel('Price in dollars').fill('70')
  await dialog.getByLabel('Reason').fill('Agreed in the chair')
  await dialog.getByRole('button', { name: 'Change the price' }).click()
  await expect(page.getByText('Teeth Cleaning is $70 now. No email is sent').first()).toBeVisible()

  await openPrice()
  await dialog.getByLabel('Price in dollars').fill('75')
  await dialog.getByLabel('Reason').fill('One X-ray more')
  await tell.check()
  await dialog.getByRole('button', { name: 'Change the price' }).click()
  const prices = async () =>
    (await mailsTo(server.dataDir, email)).flatMap(({ text }) => text.match(/Price: \$\d+/) ?? [])
  await expect.poll(prices, { timeout: 20_000 }).toContain('Price: $75')
  expect(await prices()).not.toContain('Price: $70')
})
