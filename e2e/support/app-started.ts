import type { Page } from '@playwright/test'

/** Waits until the app of a page that the server has rendered has started. */
export async function appStarted(page: Page): Promise<void> {
  const isStarted = () => !document.getElementById('answers')?.textContent || window.earlyInput === null
  await page.waitForFunction(isStarted).catch((error) => {
    // The page may lead to another one.
    if (!page.isClosed() && !/navigation|context was destroyed/i.test(String(error))) throw error
  })
}
