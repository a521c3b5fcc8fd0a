import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { addDays, clinicToday, formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import { expectRoomForLargeText } from '../support/accessibility.ts'
import { axe } from '../support/axe.ts'
import { callDesk } from '../support/desk.ts'
import { demoAdmin, signInAs } from '../support/people.ts'
import { shoot } from '../support/shots.ts'
import { test } from '../support/test.ts'

const day = addDays(clinicToday(new Date(), 'America/New_York'), 210)
const date = formatMediumDate(day)
const hours = ['08', '09', '10', '11', '01', '02', '03']
const slots = hours.flatMap((hour) => {
  const half = Number(hour) < 8 || hour === '12' ? 'PM' : 'AM'
  const next = hour === '11' ? '12.00 PM' : `${String(Number(hour) + 1).padStart(2, '0')}.00 ${half}`
  return [`${hour}.00 ${half} - ${hour}.30 ${half}`, `${hour}.30 ${half} - ${next}`]
})

test('a dentist who is ill: all appointments move to the best free times in ten presses, and nobody is forgotten', async ({
  page,
  server,
}) => {
  test.setTimeout(180_000)
  // Appointments of other journeys may need attention too.
  for (const { _id } of await callDesk(server, 'GET', '/calendar/attention'))
    await callDesk(server, 'POST', `/calendar/attention/${_id}`, { action: 'keep', note: 'Of another journey' })
  const services = await (await fetch(`${server.url}/service`)).json()
  const { _id: treatmentId } = services.find(({ name }: { name: string }) => name === 'Teeth Orthodontics')
  for (const [n, slot] of slots.entries()) {
    const email = n % 3 === 0 ? '' : `sick-${n}-${randomUUID().slice(0, 8)}@example.org`
    const phone = `+1 212 555 0${100 + n}`
    const patient = { name: `Sick Day ${n}`, phone, ...(email && { email }) }
    const body = { patient, treatmentId, date, slot, phone, requestId: randomUUID() }
    await callDesk(server, 'POST', '/desk/appointments', body)
  }
  await signInAs(page, server, await demoAdmin(server))
  await page.goto('/dashboard/manageDoctor')

  let presses = 0
  const press = async (name: string | RegExp, role: 'button' | 'link' | 'checkbox' = 'button', inDialog = false) => {
    const root = inDialog ? page.getByRole('dialog').last() : page
    await root.getByRole(role, { name }).first().click()
    presses += 1
  }
  await press(/Solheim/, 'link')
  await press('Add an absence')
  for (const label of ['First day', 'Last day']) {
    await page.getByLabel(label).fill(day)
    presses += 1
  }
  await press('Add', 'button', true)
  await expect(page.getByRole('dialog').last()).toContainText('will be listed under Needs attention')
  await press('Add the absence', 'button', true)
  const isPhone = await page.getByRole('button', { name: 'Menu' }).isVisible()
  if (isPhone) await press('Menu')
  await press(/^Needs attention/, 'link')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Needs attention: ${slots.length}`)
  await press(/^Choose all/, 'checkbox')
  await axe(page)
  await shoot(page, 'attention-chosen')
  await expectRoomForLargeText(page, 'attention-chosen')
  await press('Move to the best free times')
  const dialog = page.getByRole('dialog', { name: `Move ${slots.length} appointments to the best free times?` })
  await expect(dialog.getByRole('list', { name: 'Free times' }).getByRole('listitem')).toHaveCount(slots.length)
  await dialog.getByLabel('Message to the patients').fill('Dr. Solheim is ill. We are sorry.')
  await axe(page)
  await shoot(page, 'attention-move')
  await press('Move all', 'button', true)
  await expect(page.getByText(`${slots.length} appointments moved`).first()).toBeVisible()
  await expect(page.getByText('All appointments fit')).toBeVisible()
  expect(presses).toBeLessThanOrEqual(isPhone ? 11 : 10)

  const calls = page.getByRole('region', { name: /^To call/ })
  const without = slots.filter((_, n) => n % 3 === 0).length
  await expect(calls.getByRole('heading')).toHaveText(`To call: ${without}`)
  await expect(calls.getByRole('listitem').first()).toContainText('Dr. Solheim is ill. We are sorry.')
  await axe(page)
  await shoot(page, 'attention-calls')
  await expectRoomForLargeText(page, 'attention-calls')
  await calls.getByRole('button', { name: 'Called Sick Day 0', exact: true }).click()
  await expect(calls.getByRole('heading')).toHaveText(`To call: ${without - 1}`)
  await calls.getByText('Called: 1').click()
  await expect(calls).toContainText(/Called by .*@/)
  await calls.getByRole('button', { name: 'Not called Sick Day 0' }).click()
  await expect(calls.getByRole('heading')).toHaveText(`To call: ${without}`)
})
