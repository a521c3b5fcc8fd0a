import { expect, type Page } from '@playwright/test'
import type { DeskDay } from '#contract/desk/day.ts'
import { parseMediumDate } from '#contract/kit/time/clinic-date.ts'
import type { Server } from '#server/testing/server-process.ts'
import { axe } from '../support/axe.ts'
import { book } from '../support/bookings.ts'
import { appointmentOf, callDesk } from '../support/desk.ts'
import { demoAdmin, type Person, signInAs, signUp } from '../support/people.ts'
import { shoot } from '../support/shots.ts'
import { test } from '../support/test.ts'

test.beforeEach(async ({ page, server }) => signInAs(page, server, await demoAdmin(server)))

const weekAt = (page: Page, date: string) => page.goto(`/dashboard/day?view=week&date=${parseMediumDate(date)}`)
/** Books an appointment, and returns its day and its dentist. */
async function bookFor(server: Pick<Server, 'url'>, person: Person) {
  const { _id: id, date } = await book(server, person)
  const day: DeskDay = await callDesk(server, 'GET', `/desk/day?date=${encodeURIComponent(date)}`)
  return { date, doctor: day.appointments.find(({ _id }) => _id === id)?.doctor ?? '' }
}

const title = (page: Page) => page.getByRole('heading', { level: 1 })

test('the week counts the appointments of each dentist, leads to one dentist, and on to a day', async ({
  page,
  server,
}) => {
  const person = await signUp(server, 'Vigdis Holm')
  const { date, doctor } = await bookFor(server, person)
  await page.goto(`/dashboard/day?date=${parseMediumDate(date)}`)
  await page.getByRole('button', { name: 'Week', exact: true }).click()
  await expect(page).toHaveURL(/view=week/)
  await expect(title(page)).toContainText('Week of ')
  await expect(page.getByRole('link', { name: /[1-9]\d* appointments?, \d+% full/ }).first()).toBeVisible()
  await axe(page)
  await shoot(page, 'week')

  await page.getByRole('link', { name: doctor, exact: true }).click()
  await expect(page).toHaveURL(/doctor=/)
  await expect(page.getByRole('heading', { level: 2, name: doctor })).toBeVisible()
  await axe(page)
  await shoot(page, 'week-dentist')
  const isPhone = (page.viewportSize()?.width ?? 0) < 768
  const inWeek = isPhone ? page.getByRole('link', { name: person.name }) : appointmentOf(page, person.name)
  await inWeek.click()
  await expect(page).toHaveURL(`/dashboard/day?date=${parseMediumDate(date)}`)
  await expect(appointmentOf(page, person.name)).toBeVisible()
})

test('the arrows lead to other weeks, which the address keeps', async ({ page }) => {
  await page.goto('/dashboard/day?view=week&date=2030-05-08')
  await expect(title(page)).toHaveText('Week of May 6, 2030')
  await page.getByRole('button', { name: 'Next week' }).click()
  await expect(title(page)).toHaveText('Week of May 13, 2030')
  await page.getByRole('button', { name: 'Previous week' }).press('Enter')
  await expect(title(page)).toHaveText('Week of May 6, 2030')
  await page.reload()
  await expect(title(page)).toHaveText('Week of May 6, 2030')
})

test('the keyboard alone leads from the week to a dentist, to an appointment and to its day', {
  tag: '@any-width',
}, async ({ page, server }) => {
  const person = await signUp(server, 'Runa Vestby')
  const { date, doctor } = await bookFor(server, person)
  await weekAt(page, date)
  await page.getByRole('link', { name: doctor, exact: true }).press('Enter')
  const own = appointmentOf(page, person.name)
  await expect(title(page)).toBeFocused()
  await expect(own).toHaveAccessibleName(/Vestby, .* with .*, .*Booked/)
  const first = page.locator('[data-appointment][tabindex="0"]')
  await first.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowLeft')
  await own.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/dashboard/day?date=${parseMediumDate(date)}`)
  await expect(title(page)).toBeFocused()
})

test('a week that can’t be loaded says so, and tries again', { tag: '@any-width' }, async ({ page, allowConsole }) => {
  allowConsole(/status of 500|ERR_FAILED/)
  await page.route('**/desk/events', (route) => route.abort())
  await page.route('**/desk/week?*', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/dashboard/day?view=week')
  await expect(page.getByRole('alert').filter({ hasText: 'The week could not be loaded.' })).toBeVisible()
  await page.unroute('**/desk/week?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('rowheader', { name: 'All' })).toBeVisible()
})
