import { expect, type Page } from '@playwright/test'
import { parseMediumDate } from '#contract/kit/time/clinic-date.ts'
import { axe } from '../support/axe.ts'
import { book } from '../support/bookings.ts'
import { appointmentOf, callDesk } from '../support/desk.ts'
import { demoAdmin, type Person, signInAs, signUp } from '../support/people.ts'
import { shoot } from '../support/shots.ts'
import { test } from '../support/test.ts'

test.beforeEach(async ({ page, server }) => signInAs(page, server, await demoAdmin(server)))

/** Drags an appointment down by this many half hours, without the release. */
async function drag(page: Page, name: string, halfHours: number) {
  const box = await appointmentOf(page, name).boundingBox()
  if (!box) throw new Error('The appointment has no place')
  const [x, y] = [box.x + box.width / 2, box.y + 5]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, y + 20)
  await page.mouse.move(x, y + halfHours * 36, { steps: 4 })
}

test('an appointment is dragged to another time after a question; Escape leaves it', { tag: '@any-width' }, async ({
  page,
  server,
}) => {
  const person = await signUp(server, 'Dagny Fjell')
  const { date } = await book(server, person)
  await page.goto(`/dashboard/day?date=${parseMediumDate(date)}`)
  await drag(page, person.name, 4)
  await expect(page.locator('[data-ghost]')).toContainText('10:00 AM')
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect(page.locator('[data-ghost]')).toHaveCount(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await drag(page, person.name, 4)
  await page.mouse.up()
  const dialog = page.getByRole('dialog', { name: `Move the appointment of ${person.name}?` })
  await expect(dialog).toContainText('8:00 to 8:30 AM')
  await expect(dialog).toContainText('10:00 to 10:30 AM')
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(page.getByText('is at 10:00 to 10:30 AM').first()).toBeVisible()
  await expect(appointmentOf(page, person.name)).toHaveAccessibleName(/^10:00 AM/)
})

test('a place that the rules don’t permit is refused, and overridden with a reason', { tag: '@any-width' }, async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 40[09]/)
  const person = await signUp(server, 'Embla Rud')
  const { date } = await book(server, person)
  await page.goto(`/dashboard/day?date=${parseMediumDate(date)}`)
  // The clinic's lunch break.
  await drag(page, person.name, 8)
  await page.mouse.up()
  const dialog = page.getByRole('dialog', { name: `Move the appointment of ${person.name}?` })
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText('no such slot')
  await dialog.getByLabel('Why it may break the rules').fill('Over lunch')
  await dialog.getByRole('button', { name: 'Override and move' }).click()
  await expect(page.getByText('is at 12:00 to 12:30 PM').first()).toBeVisible()
})

test('the keyboard alone opens, moves and marks', { tag: '@any-width' }, async ({ page, server }) => {
  const one = await signUp(server, 'Frida Lund')
  const { date } = await book(server, one)
  await page.goto(`/dashboard/day?date=${parseMediumDate(date)}`)
  await appointmentOf(page, one.name).focus()
  await page.keyboard.press('Alt+ArrowDown')
  await page.keyboard.press('Alt+ArrowDown')
  await expect(page.locator('[data-ghost]')).toContainText('9:00 AM')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Move', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('is at 9:00 to 9:30 AM').first()).toBeVisible()
  await expect(appointmentOf(page, one.name)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: one.name })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.keyboard.press('/')
  await expect(page.getByRole('combobox', { name: /Find a patient/ })).toBeFocused()
  await page.keyboard.type('t')
  await expect(page).toHaveURL(/date=/)
  await page.keyboard.press('Escape')
  await page.keyboard.press('t')
  await expect(page).not.toHaveURL(/date=/)
})

test('arrows move between the appointments, in time and from dentist to dentist', { tag: '@any-width' }, async ({
  page,
  server,
}) => {
  const [first, later, elsewhere] = [
    await signUp(server, 'Hedda Berg'),
    await signUp(server, 'Inga Sol'),
    await signUp(server, 'Jorunn Aas'),
  ]
  const { date } = await book(server, first)
  for (const [person, treatment, slot] of [
    [later, 'Teeth Cleaning', '10.00 AM - 10.30 AM'],
    [elsewhere, 'Oral Surgery', '10.30 AM - 11.00 AM'],
  ] as const) {
    const { _id: id } = await book(server, person, treatment)
    await callDesk(server, 'PATCH', `/desk/appointments/${id}/time`, { date, slot })
  }
  await page.goto(`/dashboard/day?date=${parseMediumDate(date)}`)
  const at = ({ name }: Person) => appointmentOf(page, name)
  await at(later).focus()
  const columnOf = (person: Person) => at(person).evaluate((element) => element.getBoundingClientRect().left)
  const isLeft = (await columnOf(elsewhere)) < (await columnOf(later))
  const [toElsewhere, back] = isLeft ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft']
  await page.keyboard.press(toElsewhere)
  await expect(at(elsewhere)).toBeFocused()
  await page.keyboard.press(back)
  await expect(at(later)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(at(first)).toBeFocused()
})

test('the question about a drop on a taken time names the patient who has it', { tag: '@any-width' }, async ({
  page,
  server,
}) => {
  const [one, other] = [await signUp(server, 'Kaia Moe'), await signUp(server, 'Liv Aas')]
  const { date } = await book(server, one)
  const { _id: id } = await book(server, other)
  await callDesk(server, 'PATCH', `/desk/appointments/${id}/time`, { date, slot: '09.00 AM - 09.30 AM' })
  await page.goto(`/dashboard/day?date=${parseMediumDate(date)}`)
  await appointmentOf(page, one.name).focus()
  await page.keyboard.press('Alt+ArrowDown')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: `Move the appointment of ${one.name}?` })
  await expect(dialog).not.toContainText('Already there')
  await page.keyboard.press('Escape')
  await appointmentOf(page, one.name).focus()
  for (const key of ['Alt+ArrowDown', 'Alt+ArrowDown', 'Enter']) await page.keyboard.press(key)
  await expect(dialog).toContainText(`Already there: ${other.name} (Teeth Cleaning, 9:00 to 9:30 AM).`)
})

test('a move to a day on which the patient has the treatment leads to the override, with the time', {
  tag: '@any-width',
}, async ({ page, server, allowConsole }) => {
  allowConsole(/409/)
  const person = await signUp(server, 'Maren Dahl')
  const { date } = await book(server, person)
  const other = await book(server, person)
  await page.goto(`/dashboard/day?date=${parseMediumDate(other.date)}`)
  await appointmentOf(page, person.name).click()
  await page.getByRole('dialog', { name: person.name }).getByRole('button', { name: 'Move' }).click()
  const dialog = page.getByRole('dialog', { name: `Move the appointment of ${person.name}`, exact: true })
  await dialog.getByLabel('Day').fill(parseMediumDate(date) ?? '')
  await dialog.getByLabel('Time', { exact: true }).selectOption('11.00 AM - 11.30 AM')
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  const anyway = page.getByRole('dialog', { name: `Move the appointment of ${person.name} anyway` })
  await expect(anyway.getByRole('alert').first()).toContainText('for this treatment on this day')
  await expect(anyway.getByLabel('Time')).toHaveValue('11:00')
  const note = anyway.getByLabel('Why it may break the rules')
  await expect(note).toBeFocused()
  await axe(page)
  await shoot(page, 'move-second')
  await note.fill('Two sessions')
  await anyway.getByRole('button', { name: 'Override and move' }).click()
  await expect(anyway).toBeHidden()
  await page.goto(`/dashboard/day?date=${parseMediumDate(date)}`)
  await expect(appointmentOf(page, person.name)).toHaveCount(2)
})
