import type { Page } from '@playwright/test'

/** Saves a page as pictures, light and dark, in the folder that SHOTS names; without it nothing. */
export async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.SHOTS
  if (!folder) return
  const width = page.viewportSize()?.width ?? 0
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png`, fullPage: true })
  }
}
