import type { Page } from '@playwright/test'

/** Delays requests for `url` until the returned function is called. */
export async function delay(page: Page, url: string | RegExp): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await released
    await route.continue()
  })
  return release
}
