import { expect, type Page } from '@playwright/test'
import { axeInBothSchemes } from '../support/accessibility.ts'
import { axe } from '../support/axe.ts'
import { book } from '../support/bookings.ts'
import { demoAdmin, signInAs, signUp } from '../support/people.ts'
import { shoot } from '../support/shots.ts'
import { test } from '../support/test.ts'

const menu = (page: Page) => page.getByRole('navigation', { name: 'Dashboard' })
const search = (page: Page) => page.getByRole('combobox', { name: /Find a patient/ })

test('staff have a rail at the left and no footer, whose groups and width are remembered', {
  tag: '@any-width',
}, async ({ page, server }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await signInAs(page, server, await demoAdmin(server))
  await page.goto('/dashboard/patients')
  await expect(menu(page).getByRole('link', { name: 'Patients' })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
  await expect(page.getByRole('navigation', { name: 'Site' })).toHaveCount(0)
  await axeInBothSchemes(page)
  await menu(page).getByRole('button', { name: 'Clinic', exact: true }).click()
  await expect(menu(page).getByRole('link', { name: 'Treatments' })).toBeHidden()
  const widthOf = async () => (await page.getByRole('main').boundingBox())?.x
  const wide = await widthOf()
  await page.getByRole('button', { name: 'Fold the menu to icons' }).click()
  await expect.poll(widthOf).toBeLessThan(wide ?? 0)
  await page.reload()
  await expect(menu(page).getByRole('button', { name: 'Clinic', exact: true })).toHaveAttribute(
    'aria-expanded',
    'false',
  )
  expect(await widthOf()).toBeLessThan(wide ?? 0)
  // A folded rail shows its names while the focus is in it.
  await menu(page).getByRole('link', { name: 'Recalls' }).focus()
  await expect.poll(async () => (await menu(page).boundingBox())?.width).toBeGreaterThan(200)
  await axe(page)
  // The clinic's name leads to the site, which keeps its own frame.
  await page.getByRole('banner').getByRole('link').first().click()
  await expect(page.getByRole('contentinfo')).toBeVisible()
})

test('with the keyboard alone, one search blocks a dentist’s time tomorrow, opens a day and closes the till', {
  tag: '@any-width',
}, async ({ page, server }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await signInAs(page, server, await demoAdmin(server))
  await page.goto('/dashboard/reports')
  await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(search(page)).toBeFocused()
  await axe(page)
  await page.keyboard.type('block Weber tomorrow')
  await expect(page.getByRole('option')).toHaveText([/^Block a time of Dr. Jonas Weber on /])
  await shoot(page, 'search')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Block a time' })
  await expect(dialog.getByLabel('Whose time')).toHaveValue(/^doctor /)
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page).not.toHaveURL(/do=/)

  await page.keyboard.press('/')
  await page.keyboard.type('dec 24')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/date=\d{4}-12-24$/)
  await page.keyboard.press('/')
  await page.keyboard.type('close the day')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Close the day' })).toBeVisible()
})

test('on a phone the bar has what staff press most, and one screen has everything else', {
  tag: '@any-width',
}, async ({ page, server }) => {
  await page.setViewportSize({ width: 375, height: 812 })
  await signInAs(page, server, await demoAdmin(server))
  await page.goto('/dashboard/day')
  const bar = page.getByRole('navigation', { name: 'Bar' })
  await expect(bar.getByRole('link')).toHaveText(['Today', 'Patients', 'New appointment', /^Attention/])
  await axeInBothSchemes(page)
  await bar.getByRole('button', { name: /^More/ }).click()
  await expect(menu(page).getByRole('button', { name: 'Sign Out' })).toBeInViewport({ ratio: 1 })
  await expect(menu(page).getByRole('link', { name: 'Today' })).toBeInViewport({ ratio: 1 })
  await axe(page)
  await menu(page).getByRole('link', { name: 'Reports' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible()
  await expect(menu(page)).toHaveCount(0)
  await bar.getByRole('link', { name: 'New appointment' }).click()
  await expect(page.getByRole('dialog', { name: 'New appointment' })).toBeVisible()
})

test('what a patient books meanwhile is counted beside Notifications until it was seen', { tag: '@any-width' }, async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const patient = await signUp(server, 'Gudrun Newsworthy')
  await book(server, patient)
  await signInAs(page, server, await demoAdmin(server))
  await page.goto('/dashboard/patients')
  const messages = page.getByRole('button', { name: /^Notifications: / })
  await expect(messages).toContainText('by others')
  await messages.click()
  const log = page.getByRole('dialog', { name: 'Recent notifications' })
  await expect(log.getByText(/Booked the appointment .* of Gudrun Newsworthy/)).toBeVisible()
  await axe(page)
  await shoot(page, 'news')
  await page.keyboard.press('Escape')
  await expect(messages).not.toContainText('by others')
})
