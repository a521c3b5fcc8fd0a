import { expect, type Locator, type Page } from '@playwright/test'

/** Presses Tab or Shift+Tab until `target` has the focus. Fails if the focus is invisible or covered at any stop. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab', most = 60): Promise<void> {
  await expect(target).toBeVisible()
  for (let stops = 0; stops < most; stops += 1) {
    await page.keyboard.press(key)
    // A frame reports its focus to the page in a message, which arrives later.
    await expect.poll(() => page.evaluate(focusProblem), `after ${key}`).toBe('')
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`${key} does not lead to ${target}`)
}

/** Returns why a person can't see where the focus is, or an empty string. Runs in the page. */
function focusProblem(): string {
  const focused = document.activeElement
  if (!focused || focused === document.body) return 'nothing has the focus'
  const name = `<${focused.tagName.toLowerCase()}> ${focused.getAttribute('aria-label') ?? focused.textContent}`.trim()

  const hasOutline = (element: Element | null) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element ?? focused)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0
  }
  // A frame can't draw an outline for its content; an element around it does.
  const isOutlined = focused.tagName === 'IFRAME' ? ancestors(focused).some(hasOutline) : hasOutline(focused)
  if (!isOutlined) return `${name} has no focus outline`

  const [box] = focused.getClientRects()
  if (!box || box.width < 2 || box.height < 2) return `${name} has no size`
  const topmost = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
  const isVisible = topmost !== null && (focused.contains(topmost) || topmost.contains(focused))
  return isVisible ? '' : `${name} is hidden by <${topmost?.tagName.toLowerCase()} class="${topmost?.className}">`

  function ancestors(element: Element): Element[] {
    const parent = element.parentElement
    return parent === null || parent === document.body ? [] : [parent, ...ancestors(parent)]
  }
}
