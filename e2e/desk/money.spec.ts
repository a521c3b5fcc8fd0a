import { expect, type Page } from '@playwright/test'
import { mailsTo } from '#server/testing/outside/outbox.ts'
import { axe } from '../support/axe.ts'
import { appointmentOf, callDesk, patientOfToday } from '../support/desk.ts'
import { demoAdmin, signInAs } from '../support/people.ts'
import { shoot } from '../support/shots.ts'
import { staffMember } from '../support/staff.ts'
import { test } from '../support/test.ts'

test.beforeEach(async ({ page, server }) => {
  await signInAs(page, server, await demoAdmin(server))
})

const panelOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

/** Takes all that is to pay in cash, with the keyboard. */
async function takeAll(page: Page, name: string) {
  await choose(page, name, 'Take payment')
  const amount = page.getByRole('dialog', { name: `Take a payment of ${name}` }).getByLabel('Amount in dollars')
  await expect(amount).toBeFocused()
  await page.keyboard.press('Enter')
}

/** Opens an appointment and presses one of its buttons. */
async function choose(page: Page, name: string, button: string) {
  await appointmentOf(page, name).click()
  await panelOf(page, name).getByRole('button', { name: button, exact: true }).click()
}

test('the desk takes 35 in cash and the rest by card, and refunds 10', { tag: '@any-width' }, async ({
  page,
  server,
}) => {
  const { name, email } = await patientOfToday(server, 'Solveig Nordahl')
  await page.goto('/dashboard/day')
  // Two presses and three keys.
  await choose(page, name, 'Take payment')
  const dialog = page.getByRole('dialog', { name: `Take a payment of ${name}` })
  await expect(dialog.getByLabel('Amount in dollars')).toBeFocused()
  await axe(page)
  await shoot(page, 'take-payment')
  await page.keyboard.type('35')
  await page.keyboard.press('Enter')
  await expect(
    page.getByText(/^\$35 of Solveig Nordahl taken \(cash\), receipt \d{4}-\d{5}, \$24 to pay$/).first(),
  ).toBeVisible()
  // The rest follows at once.
  await expect(dialog.getByRole('status').first()).toContainText('$35 taken (cash)')
  await expect(dialog.getByLabel('Amount in dollars')).toHaveValue('24')
  await expect(dialog.getByLabel('Amount in dollars')).toBeFocused()
  await axe(page)
  await shoot(page, 'take-payment-rest')
  await dialog.getByLabel('Amount in dollars').fill('25')
  await dialog.getByLabel('Card at the terminal').check()
  await dialog.getByLabel('Reference').fill('Slip 4711')
  await dialog.getByRole('button', { name: 'Take the payment' }).click()
  await expect(dialog).toContainText('An amount from $0.01 to $24')
  await dialog.getByLabel('Amount in dollars').fill('24')
  await dialog.getByRole('button', { name: 'Take the payment' }).click()
  await expect(dialog).toHaveCount(0)

  await appointmentOf(page, name).click()
  const panel = panelOf(page, name)
  await expect(panel).toContainText('Paid: $59')
  await expect(panel.getByRole('list', { name: 'Payments' })).toContainText('Slip 4711')
  await axe(page)
  await shoot(page, 'money-panel')
  await panel.getByRole('button', { name: 'Email the receipt' }).last().click()
  const texts = async () => (await mailsTo(server.dataDir, email)).map(({ text }) => text).join('\n')
  await expect.poll(texts, { timeout: 20_000 }).toContain('Paid: $35.00')

  // Again two presses and three keys, and one for the payment.
  await panel.getByRole('button', { name: 'Refund' }).click()
  const refund = page.getByRole('dialog', { name: `Refund the payment of ${name}` })
  await refund.getByLabel(/^\$35, cash/).check()
  await refund.getByLabel('Amount in dollars').fill('10')
  await shoot(page, 'refund-cash')
  await page.keyboard.press('Enter')
  await expect(page.getByText(`$10 of ${name}’s payment (cash) is refunded`).first()).toBeVisible()
  await appointmentOf(page, name).click()
  await expect(panel).toContainText('Paid: $59, $10 refunded')
  await expect(panel).toContainText('Refund of $10 (cash): arrived')
})

test('a payment is undone right after it was taken, or voided with a reason', { tag: '@any-width' }, async ({
  page,
  server,
}) => {
  const { name } = await patientOfToday(server, 'Torbjörn Ek')
  await page.goto('/dashboard/day')
  await takeAll(page, name)
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect(page.getByText(`The payment of ${name} is void`).first()).toBeVisible()
  await takeAll(page, name)
  await expect(page.getByRole('dialog', { name: `Take a payment of ${name}` })).toHaveCount(0)

  await appointmentOf(page, name).click()
  const panel = panelOf(page, name)
  await expect(panel).toContainText('Paid: $59')
  await panel.getByRole('button', { name: 'Void' }).click()
  await page.keyboard.type('The card was declined later')
  await page.keyboard.press('Enter')
  await expect(panel).toContainText('The card was declined later')
  await expect(panel).toContainText('Not paid: $59')
})

test('the desk changes a price with a reason, and the patient is told', { tag: '@any-width' }, async ({
  page,
  server,
}) => {
  const { name, email } = await patientOfToday(server, 'Ragnhild Moe')
  await page.goto('/dashboard/day')
  await choose(page, name, 'Change price')
  const dialog = page.getByRole('dialog', { name: `Change the price for ${name}` })
  await dialog.getByLabel('Price in dollars').fill('79.500')
  await dialog.getByRole('button', { name: 'Change the price' }).click()
  await expect(dialog).toContainText('Write at most 2 decimals, such as 59.50')
  await dialog.getByLabel('Price in dollars').fill('$79.50')
  await dialog.getByRole('button', { name: 'Change the price' }).click()
  await expect(dialog).toContainText('Say why')
  await dialog.getByLabel('Reason').fill('Two X-rays more')
  await axe(page)
  await expect(dialog.getByLabel('Email the patient about the new price')).toBeChecked()
  await shoot(page, 'change-price')
  await dialog.getByRole('button', { name: 'Change the price' }).click()
  await expect(page.getByText(`The price of ${name}’s Teeth Cleaning is $79.50 now`).first()).toBeVisible()
  await appointmentOf(page, name).click()
  await expect(panelOf(page, name)).toContainText('Not paid: $79.50')
  await expect(panelOf(page, name)).toContainText('Two X-rays more')
  const texts = async () => (await mailsTo(server.dataDir, email)).map(({ text }) => text).join('\n')
  await expect.poll(texts, { timeout: 20_000 }).toContain('Price: $79.50')
})

test('what is over and not paid is counted and found, and a no-show gets its fee', { tag: '@any-width' }, async ({
  page,
  server,
}) => {
  const { name, id } = await patientOfToday(server, 'Halvard Lien')
  const other = await patientOfToday(server, 'Brynhild Aas')
  await callDesk(server, 'PATCH', `/desk/appointments/${id}/status`, { from: 'booked', status: 'done' })
  await callDesk(server, 'PATCH', `/desk/appointments/${other.id}/status`, { from: 'booked', status: 'no-show' })
  await page.goto('/dashboard/day')
  await page.getByRole('button', { name: /\d+ over and not paid/ }).click()
  await expect(page.getByLabel('Filter this day')).toHaveValue('unpaid')
  await shoot(page, 'unpaid-day')
  await appointmentOf(page, name).click()
  await expect(panelOf(page, name)).toContainText('Done, and $59 is still to pay.')
  await page.keyboard.press('Escape')

  await choose(page, other.name, 'No-show fee')
  const dialog = page.getByRole('dialog', { name: `No-show fee of ${other.name}` })
  await expect(dialog).toContainText('The clinic has no usual fee.')
  await dialog.getByLabel('Fee in dollars').fill('20')
  await dialog.getByLabel('Reason').fill('Third time')
  await shoot(page, 'no-show-fee')
  await dialog.getByRole('button', { name: 'Save the fee' }).click()
  await expect(page.getByText(`${other.name} owes $20 for not coming`).first()).toBeVisible()
  await appointmentOf(page, other.name).click()
  await expect(panelOf(page, other.name)).toContainText('Not paid: $20')
  await expect(panelOf(page, other.name)).toContainText('Owes in all$20')
})

test('the desk changes a treatment in place, and is told beforehand what is in the way', { tag: '@any-width' }, async ({
  page,
  server,
}) => {
  const { name } = await patientOfToday(server, 'Eskil Brandt')
  await page.goto('/dashboard/day')
  await choose(page, name, 'Change treatment')
  const dialog = page.getByRole('dialog', { name: `Change the treatment of ${name}` })
  await dialog.getByLabel('Treatment').selectOption({ label: 'Cavity Protection, 30 minutes, $129' })
  await expect(dialog.getByLabel('Price in dollars')).toHaveValue('129')
  await expect(dialog).toContainText(/It fits|It does not fit/)
  await axe(page)
  await shoot(page, 'change-treatment')
  const why = dialog.getByLabel('Why it may break the rules')
  if (await why.isVisible()) await why.fill('Dr. Okafor agreed')
  await dialog.getByLabel('Price in dollars').fill('100')
  await dialog.locator('button[type=submit]').click()
  await expect(page.getByText(`${name} has Cavity Protection now`).first()).toBeVisible()
  await appointmentOf(page, name).click()
  await expect(panelOf(page, name)).toContainText('Cavity Protection')
  await expect(panelOf(page, name)).toContainText('Not paid: $100')
})

test('money of a cancelled appointment waits on every day until the desk has given it back', {
  tag: '@any-width',
}, async ({ page, server }) => {
  const { name, id } = await patientOfToday(server, 'Gudrun Vik')
  const payment = { requestId: crypto.randomUUID(), method: 'cash', amount: 59 }
  await callDesk(server, 'POST', `/desk/appointments/${id}/payments`, payment)
  await callDesk(server, 'POST', `/desk/appointments/${id}/cancel`, { refund: 40 })
  await page.goto('/dashboard/day')
  const waiting = page.getByRole('region', { name: 'Money to give back' })
  const item = waiting.getByRole('listitem').filter({ hasText: name })
  await expect(item).toContainText('$40 (cash) to Gudrun Vik')
  await axe(page)
  await shoot(page, 'give-back')
  await item.getByRole('button', { name: 'Given back' }).click()
  await expect(page.getByText(`$40 is given back to ${name}`).first()).toBeVisible()
  await expect(item).toHaveCount(0)
})

test('a receptionist above the limit reads that an admin can do it, and stays signed in', {
  tag: '@any-width',
}, async ({ page, server, allowConsole }) => {
  allowConsole(/status of 403/)
  const { name, id } = await patientOfToday(server, 'Sigrun Dahl')
  const payment = { requestId: crypto.randomUUID(), method: 'cash', amount: 20 }
  await callDesk(server, 'POST', `/desk/appointments/${id}/payments`, payment)
  await signInAs(page, server, await staffMember(server, 'receptionist', 'Rita Rex'))
  const refusal = /above your limit of \$0 to give back.* an admin can do it\./
  await page.goto('/dashboard/day')
  await choose(page, name, 'Change price')
  const dialog = page.getByRole('dialog', { name: `Change the price for ${name}` })
  await dialog.getByLabel('Price in dollars').fill('50')
  await dialog.getByLabel('Reason').fill('A friend')
  await dialog.getByRole('button', { name: 'Change the price' }).click()
  await expect(dialog.getByText(refusal)).toBeVisible()
  await shoot(page, 'above-the-limit')
  await page.keyboard.press('Escape')

  await appointmentOf(page, name).click()
  const panel = panelOf(page, name)
  await panel.getByRole('button', { name: 'Void' }).click()
  await page.keyboard.type('Taken by mistake')
  await page.keyboard.press('Enter')
  await expect(page.getByText(refusal).first()).toBeVisible()
  await expect(panel).toContainText('$20, cash')
})
