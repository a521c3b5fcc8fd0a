import type { Locator } from '@playwright/test'

/** Returns the value of a fact in a list of descriptions. */
export const fact = (within: Locator, label: string): Locator =>
  within
    .locator('dl > div')
    .filter({ has: within.page().getByRole('term').filter({ hasText: label }) })
    .getByRole('definition')
    .first()
