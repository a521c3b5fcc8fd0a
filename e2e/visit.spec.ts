import { expect } from '@playwright/test'
import { axe } from './support/axe.ts'
import { test } from './support/test.ts'

test('a visitor opens the home page, sees its heading, and everybody can read it', async ({ page }) => {
  const answer = await page.goto('/')
  expect(answer?.status()).toBe(200)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await axe(page)
})
