import { expect, type Locator, type Page } from '@playwright/test'

/** Opens the landing page with the next free times: it is served without them while the server is too busy to search.
 *  Returns the line of the promo. */
export async function openWithTimes(page: Page): Promise<Locator> {
  const line = page.getByText(/^Next free: \w{3},\s\w{3}\s\d+, \d+:\d\d\s[AP]M · from\s\$59$/)
  await expect(async () => {
    await page.goto('/')
    await expect(line).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 60_000 })
  return line
}
