import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Runs axe (WCAG 2.2 AA and its best practices) on the page as it is when its animations have ended. Fails with each
 *  rule and element that breaks it. */
export async function axe(page: Page): Promise<void> {
  await page.evaluate(animationsEnd)
  await page.evaluate(setCovering, false)
  const { violations } = await new AxeBuilder({ page })
    .options({
      // Preloading fetches style sheets again, which a frame with an opaque origin may not do.
      preload: false,
      // Listing each element that passes takes longer than the scan.
      resultTypes: ['violations'],
    })
    .withTags(tags)
    // The mode that merges the results of frames takes twice as long: it opens a blank page for each scan.
    .setLegacyMode(page.frames().length === 1)
    .analyze()
  await page.evaluate(setCovering, true)
  const failures = violations.map(({ help, helpUrl, nodes }) => {
    const elements = nodes.map(
      ({ target, failureSummary }) => `  ${target.join(' ')}\n    ${failureSummary?.replaceAll('\n', '\n    ')}`,
    )
    return `${help} (${helpUrl})\n${elements.join('\n')}`
  })
  expect(failures.join('\n\n'), `accessibility of ${new URL(page.url()).pathname}`).toBe('')
}

/** Resolves when no animation runs that has an end: a dialog that fades in has low contrast. Runs in the page. */
async function animationsEnd(): Promise<void> {
  const ending = document
    .getAnimations()
    .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
  await Promise.allSettled(ending.map(({ finished }) => finished))
}

/** Keeps the header and the messages from covering a part of what has scrolled under them, or lets them again: a
 *  person scrolls, or closes the messages. Runs in the page. */
function setCovering(covers: boolean): void {
  const header = document.querySelector<HTMLElement>('body header')
  const messages = document.querySelector<HTMLElement>('section[aria-label="New messages"]')
  if (header) header.style.position = covers ? '' : 'static'
  if (!messages) return
  messages.style.position = covers ? '' : 'absolute'
  messages.style.top = covers ? '' : `${document.documentElement.scrollHeight}px`
}
