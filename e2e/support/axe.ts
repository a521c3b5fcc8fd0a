import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Fails, naming each rule and element, if what `page` shows now breaks WCAG 2.2 AA or a good habit, as far as axe can tell. */
export async function axe(page: Page): Promise<void> {
  // Preloading would fetch style sheets again, which a frame with an origin of its own may not.
  const { violations } = await new AxeBuilder({ page }).options({ preload: false }).withTags(standards).analyze()
  const told = violations.map(({ help, helpUrl, nodes }) => {
    const places = nodes.map(
      ({ target, failureSummary }) => `  ${target.join(' ')}\n    ${failureSummary?.replaceAll('\n', '\n    ')}`,
    )
    return `${help} (${helpUrl})\n${places.join('\n')}`
  })
  expect(told.join('\n\n'), `accessibility of ${new URL(page.url()).pathname}`).toBe('')
}
