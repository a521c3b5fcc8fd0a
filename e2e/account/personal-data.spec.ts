import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { axe } from '../support/axe.ts'
import { book } from '../support/bookings.ts'
import { signInAs, signUpConfirmed } from '../support/people.ts'
import { test } from '../support/test.ts'

test('a patient downloads their data and erases their account', async ({ page, server }) => {
  const ann = await signUpConfirmed(server)
  await signInAs(page, server, ann)
  await page.goto('/dashboard/account')
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as JSON' }).click()
  const file = await saving
  expect(file.suggestedFilename()).toBe('personal-data.json')
  expect(JSON.parse(readFileSync(await file.path(), 'utf8')).account).toMatchObject({ email: ann.email })

  await page.getByRole('button', { name: 'Erase my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Erase your account?' })
  await axe(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'Erase my account' })).toBeFocused()
  await page.getByRole('button', { name: 'Erase my account' }).click()
  await dialog.getByRole('button', { name: 'Erase my account' }).click()
  const done = page.getByRole('dialog', { name: 'Your account was erased' })
  await axe(page)
  await done.getByRole('button', { name: 'Go to the home page' }).click()
  await expect(page).toHaveURL(`${server.url}/`)
  await page.goto('/dashboard/account')
  await expect(page.getByText('Log in to see your account.')).toBeVisible()
})

test('an account with an upcoming appointment is not erased, and the page says why', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 409/)
  const ann = await signUpConfirmed(server)
  await book(server, ann)
  await signInAs(page, server, ann)
  await page.goto('/dashboard/account')
  await page.getByRole('button', { name: 'Erase my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Erase your account?' })
  await dialog.getByRole('button', { name: 'Erase my account' }).click()
  await expect(dialog.getByRole('alert')).toContainText('There are upcoming appointments. Cancel them first')
})

test('the page Privacy is readable without the app, from the foot of every page', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
  await expect(page.getByRole('heading', { name: 'Privacy' })).toBeVisible()
  for (const text of ['30 days after its last use', '3 years', 'No card is charged'])
    await expect(page.getByText(text)).toBeVisible()
  await axe(page)
})
