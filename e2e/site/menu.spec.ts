import { expect } from '@playwright/test'
import { book } from '../support/bookings.ts'
import { signedIn, signUp } from '../support/people.ts'
import { test } from '../support/test.ts'

for (const width of [375, 800]) {
  test(`at ${width} px the bar's one toggle opens the dashboard's links and the site's`, { tag: '@any-width' }, async ({
    page,
    server,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await signedIn(page, server, await signUp(server))
    await page.goto('/dashboard/history')
    // Until the app has arrived the toggle opens the site's links alone.
    await expect(page.getByRole('heading', { name: 'My History' })).toBeVisible()
    const toggle = page.getByRole('button', { name: /menu/i })
    await expect(toggle).toHaveCount(1)
    await expect(
      page.getByRole('link', { name: 'Home' }).and(page.locator('nav:not([aria-label="Footer"]) a')),
    ).toHaveCount(0)
    await toggle.click()
    const menu = page.getByRole('navigation', { name: 'Dashboard' })
    await expect(menu.getByRole('link')).toHaveText([
      'My Appointments',
      'My Reviews',
      'My History',
      'My Account',
      'Home',
      'Appointment',
      'About',
      'Dashboard',
    ])
    await expect(menu.getByRole('button', { name: 'Sign Out' })).toBeVisible()
    await menu.getByRole('link', { name: 'Appointment', exact: true }).click()
    await expect(page).toHaveURL('/appointment')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Appointment')
    await expect(menu).toHaveCount(0)
    await expect(toggle).toHaveCount(1)
    await toggle.click()
    await expect(page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Dashboard' })).toBeVisible()
  })
}

test('on a wide screen the links are in the bar, the dashboard’s at the side, and there is no toggle', {
  tag: '@any-width',
}, async ({ page, server }) => {
  const person = await signUp(server)
  const { _id: id } = await book(server, person)
  await signedIn(page, server, person)
  const side = page.getByRole('navigation', { name: 'Dashboard' })
  for (const path of ['/dashboard', `/dashboard/payment/${id}`, `/dashboard/receipt/${id}`]) {
    await page.goto(path)
    await expect(side.locator('[aria-current="page"]:visible')).toHaveText(['My Appointments'])
    await expect(side.getByRole('link', { name: 'Home' })).toBeHidden()
    await expect(page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Home' })).toBeVisible()
    await expect(page.getByRole('button', { name: /menu/i })).toHaveCount(0)
  }
  await page.goto('/dashboard/history')
  await expect(side.locator('[aria-current="page"]:visible')).toHaveText(['My History'])
})
