import { expect, type Locator, type Page } from '@playwright/test'

/** Presses Tab, or Shift+Tab, until `target` has the focus. At each stop on the way one can see where the focus is. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible()
  for (let stops = 0; stops < 60; stops += 1) {
    await page.keyboard.press(key)
    // A frame tells the page of its focus by a message.
    await expect.poll(() => page.evaluate(problemOfFocus), `after ${key}`).toBe('')
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`${key} does not lead to ${target}`)
}

/** What keeps a person from seeing where the focus is; empty when nothing does. Runs in the page. */
function problemOfFocus(): string {
  const focused = document.activeElement
  if (!focused || focused === document.body) return 'nothing has the focus'
  const name = `<${focused.tagName.toLowerCase()}> ${focused.getAttribute('aria-label') ?? focused.textContent}`.trim()

  const isMarked = (element: Element | null) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element ?? focused)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0
  }
  // A frame is marked by what stands around it.
  const marked = focused.tagName === 'IFRAME' ? ancestors(focused).some(isMarked) : isMarked(focused)
  if (!marked) return `${name} is not marked`

  const [box] = focused.getClientRects()
  if (!box || box.width < 2 || box.height < 2) return `${name} has no size`
  const there = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
  const isSeen = there !== null && (focused.contains(there) || there.contains(focused))
  return isSeen ? '' : `${name} is hidden by <${there?.tagName.toLowerCase()} class="${there?.className}">`

  function ancestors(element: Element): Element[] {
    const parent = element.parentElement
    return parent === null || parent === document.body ? [] : [parent, ...ancestors(parent)]
  }
}
