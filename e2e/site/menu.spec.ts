import { expect } from '@playwright/test'
import { book } from '../support/bookings.ts'
import { signInAs, signUp } from '../support/people.ts'
import { test } from '../support/test.ts'

for (const width of [375, 800]) {
  test(`at ${width} px one menu button opens the links of the dashboard and of the site`, {
    tag: '@any-width',
  }, async ({ page, server }) => {
    await page.setViewportSize({ width, height: 800 })
    await signInAs(page, server, await signUp(server))
    await page.goto('/dashboard/history')
    // Before the app has loaded the button opens only the site's links.
    await expect(page.getByRole('heading', { name: 'My History' })).toBeVisible()
    const menuButton = page.getByRole('button', { name: /menu/i })
    await expect(menuButton).toHaveCount(1)
    await expect(
      page.getByRole('link', { name: 'Home' }).and(page.locator('nav:not([aria-label="Footer"]) a')),
    ).toHaveCount(0)
    await menuButton.click()
    const menu = page.getByRole('navigation', { name: 'Dashboard' })
    await expect(menu.getByRole('link')).toHaveText([
      'My Appointments',
      'My Reviews',
      'My History',
      'My Account',
      'Home',
      'Appointment',
      'Our Dentists',
      'About',
      'Dashboard',
    ])
    await expect(menu.getByRole('button', { name: 'Sign Out' })).toBeVisible()
    await menu.getByRole('link', { name: 'Appointment', exact: true }).click()
    await expect(page).toHaveURL('/appointment')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Appointment')
    await expect(menu).toHaveCount(0)
    await expect(menuButton).toHaveCount(1)
    await menuButton.click()
    await expect(page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Dashboard' })).toBeVisible()
  })
}

test('a desktop shows the site’s links in the header and the dashboard’s in a sidebar, without a menu button', {
  tag: '@any-width',
}, async ({ page, server }) => {
  const person = await signUp(server)
  const { _id: id } = await book(server, person)
  await signInAs(page, server, person)
  const sidebar = page.getByRole('navigation', { name: 'Dashboard' })
  for (const path of ['/dashboard', `/dashboard/payment/${id}`, `/dashboard/receipt/${id}`]) {
    await page.goto(path)
    await expect(sidebar.locator('[aria-current="page"]:visible')).toHaveText(['My Appointments'])
    await expect(sidebar.getByRole('link', { name: 'Home' })).toBeHidden()
    await expect(page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Home' })).toBeVisible()
    await expect(page.getByRole('button', { name: /menu/i })).toHaveCount(0)
  }
  await page.goto('/dashboard/history')
  await expect(sidebar.locator('[aria-current="page"]:visible')).toHaveText(['My History'])
})
