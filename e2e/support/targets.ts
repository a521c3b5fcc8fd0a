import { expect, type Page } from '@playwright/test'

/** Checks that everything that can be pressed on the page as it is now is at least 44 px wide and high, or that a press
 *  so far from its middle reaches it (WCAG 2.5.5). */
export async function expectLargeTargets(page: Page, name: string): Promise<void> {
  await expect(page.locator('.skeleton, .loading').filter({ visible: true })).toHaveCount(0)
  expect.soft(await page.evaluate(smallTargets), `targets of ${name}`).toEqual([])
}

/** Lists the targets under 44 px, save links within a text and the days of a month, seven of which share the width of a
 *  phone. Runs in the page. */
function smallTargets(): string[] {
  const least = 44
  const selector = 'a[href], button, summary, select, textarea, input:not([type=hidden])'
  const openDialog = document.querySelector('dialog:modal, [popover]:popover-open')
  return [...(openDialog ?? document).querySelectorAll<HTMLElement>(selector)]
    .filter((target) => isShown(target) && !target.matches(':disabled') && !isInText(target))
    .filter((target) => !reaches(target))
    .map((target) => {
      const { width, height } = target.getBoundingClientRect()
      const text = (target.getAttribute('aria-label') ?? target.textContent ?? '').trim().slice(0, 60)
      return `<${target.localName}> “${text}” ${Math.round(width)} x ${Math.round(height)}`
    })

  function isShown(target: HTMLElement) {
    const { width, height, right, bottom } = target.getBoundingClientRect()
    const isOnPage = right + scrollX > 0 && bottom + scrollY > 0
    return (
      target.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && width > 1 && height > 1 && isOnPage
    )
  }

  /** A link that has other words before or behind it in its line. */
  function isInText(target: HTMLElement) {
    if (target.localName !== 'a') return false
    const { display } = getComputedStyle(target)
    const words = (node: Node | null) => node?.nodeType === Node.TEXT_NODE && /[\p{L}\p{N}]/u.test(node.nodeValue ?? '')
    const siblings = [...(target.parentNode?.childNodes ?? [])]
    return display.startsWith('inline') && siblings.some(words)
  }

  function reaches(target: HTMLElement) {
    const { width, height } = target.getBoundingClientRect()
    if (width >= least - 0.5 && height >= least - 0.5) return true
    target.scrollIntoView({ block: 'center', inline: 'center' })
    const { left, top } = target.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    const far = least / 2 - 1
    const at = (dx: number, dy: number) => {
      const found = document.elementFromPoint(x + dx, y + dy)
      const label = found?.closest('label')
      return Boolean(
        found && (target.contains(found) || found.contains(target.closest('label')) || label?.control === target),
      )
    }
    // Part of what is pressed may lie beside the middle, as the words of a label do.
    const wide = width >= least || (at(-far, 0) && at(far, 0)) || at(2 * far, 0) || at(-2 * far, 0)
    const high = height >= least || (at(0, -far) && at(0, far))
    return wide && high
  }
}
