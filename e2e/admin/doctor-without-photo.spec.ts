import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { axe } from '../support/axe.ts'
import { demoAdmin, signInAs } from '../support/people.ts'
import { shoot } from '../support/shots.ts'
import { test } from '../support/test.ts'

test.beforeEach(async ({ page, server }) => signInAs(page, server, await demoAdmin(server)))

test('a doctor is added without a photo only if the form says so, and initials stand in', {
  tag: '@any-width',
}, async ({ page }) => {
  const lastName = `Q${randomUUID().slice(0, 8)}`
  await page.goto('/dashboard/addDoctor')
  await page.getByLabel('Name').fill(`Dr. Ida ${lastName}`)
  await page.getByLabel('Email').fill(`${lastName.toLowerCase()}@clinic.example`)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByLabel('Photo', { exact: true })).toHaveAccessibleDescription(/Image is Required/)
  await page.getByRole('checkbox', { name: 'Add without a photo' }).check()
  await expect(page.getByText('Image is Required')).toHaveCount(0)
  await shoot(page, 'add-doctor-without-photo')
  await axe(page)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('Doctor added successfully', { exact: true })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Add without a photo' })).not.toBeChecked()
  await page.goto(`/dashboard/manageDoctor?search=${lastName}`)
  const row = page.getByRole('row').filter({ hasText: lastName })
  await expect(row).toContainText(`I${lastName.at(0)}`)
  await expect(row.locator('img')).toHaveCount(0)
})
