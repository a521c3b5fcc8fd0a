import { expect, type Page } from '@playwright/test'
import { axe } from './axe.ts'

const desktop = { width: 1280, height: 800 }
export const phone = { width: 375, height: 812 }
const narrow = { width: 320, height: 640 }
/** A desktop screen at 200 % zoom. */
const zoomed = { width: 640, height: 400 }

/** Checks the page as it is now: axe on a phone in the dark scheme and on a desktop in the light one; overflow, clipped
 *  text and target size at 320 px, at 200 % zoom and with text twice as large. Leaves the page at desktop size in the
 *  light scheme. */
export async function expectAccessible(page: Page): Promise<void> {
  const path = new URL(page.url()).pathname
  await page.setViewportSize(narrow)
  expect.soft(await page.evaluate(sizeProblems), `${path} at 320 px`).toEqual([])
  await page.setViewportSize(phone)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await axe(page)
  await page.setViewportSize(zoomed)
  expect.soft(await page.evaluate(sizeProblems), `${path} at 200 %`).toEqual([])
  await page.setViewportSize(desktop)
  await page.emulateMedia({ colorScheme: 'light' })
  await axe(page)
  expect.soft(await withLargeText(page, sizeProblems), `${path} with text twice as large`).toEqual([])
}

/** Runs axe on the page as it is now, in the dark and in the light color scheme. */
export async function axeInBothSchemes(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await axe(page)
  }
}

/** Lists clipped text, overflow of the page and targets under 24 px (WCAG 2.5.8). Runs in the page. */
function sizeProblems(): string[] {
  const visible = [...document.querySelectorAll<HTMLElement>('body *')].filter(
    (element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !isForScreenReaders(element),
  )
  const { scrollWidth } = document.documentElement
  return [
    ...(scrollWidth > window.innerWidth ? [`the page is ${scrollWidth} px wide`] : []),
    ...visible
      .filter(isTarget)
      .filter(isSmall)
      .map((element) => `${describe(element)} is smaller than 24 px`),
    ...visible.filter(isClipped).map((element) => `${describe(element)} is clipped`),
  ]

  function isForScreenReaders(element: Element) {
    const { width, height } = element.getBoundingClientRect()
    return element.closest('.sr-only') !== null || (width <= 1 && height <= 1)
  }
  function isTarget(element: HTMLElement) {
    if (!element.matches('a[href], button, summary, select, textarea, input:not([type="hidden"])')) return false
    // A link inside a sentence is exempt: it can't be taller than its line.
    return getComputedStyle(element).display !== 'inline'
  }
  function isSmall(element: Element) {
    const { width, height } = element.getBoundingClientRect()
    return Math.min(width, height) < 24
  }
  function isClipped(element: HTMLElement) {
    // An appointment shows as much as it has room for; its label and a press have all of it.
    if (element.closest('[data-appointment]')) return false
    const { overflowX, overflowY } = getComputedStyle(element)
    const hidesOverflow = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
    return (
      element.textContent !== '' &&
      ((hidesOverflow(overflowX) && element.scrollWidth > element.clientWidth + 1) ||
        (hidesOverflow(overflowY) && element.scrollHeight > element.clientHeight + 1))
    )
  }
  function describe(element: HTMLElement) {
    const { width, height } = element.getBoundingClientRect()
    const size = `${Math.round(width)} x ${Math.round(height)}`
    return `<${element.tagName.toLowerCase()}> “${(element.textContent || element.getAttribute('aria-label') || '').slice(0, 60)}” (${size})`
  }
}

/** Returns what `find` finds in the page while its text is twice as large. */
async function withLargeText(page: Page, find: () => string[]): Promise<string[]> {
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  const found = await page.evaluate(find)
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
  return found
}

/** Checks that the page as it is now has room for text twice as large on a phone. Returns to the size before. */
export async function expectRoomForLargeText(page: Page, name: string): Promise<void> {
  const before = page.viewportSize()
  await page.setViewportSize(phone)
  expect.soft(await withLargeText(page, sidewaysProblems), `${name} with text twice as large`).toEqual([])
  if (before) await page.setViewportSize(before)
}

/** Lists what does not fit on the page as it is now: overflow of the page, clipped text and parts that scroll sideways.
 *  Runs in the page. */
export function sidewaysProblems(): string[] {
  const visible = [...document.querySelectorAll<HTMLElement>('body *')].filter(
    (element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && element.clientWidth > 1,
  )
  const { scrollWidth, clientWidth } = document.documentElement
  return [
    // Not `innerWidth`, which on a phone grows with the page.
    ...(scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide`] : []),
    ...visible
      .filter(
        (element) => element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX !== 'visible',
      )
      .map((element) => `${element.outerHTML.slice(0, 100)} holds ${element.scrollWidth} px in ${element.clientWidth}`),
  ]
}

/** Checks that no two links or buttons of the page have one name: a screen reader lists them without what is around
 *  them. */
export async function expectDistinctNames(page: Page): Promise<void> {
  const tree = await page.getByRole('main').ariaSnapshot()
  // Within its field, each of two new passwords has such a button.
  const names: string[] = tree.replaceAll('button "Show password"', '').match(/(?:link|button) ".*?"/g) ?? []
  expect(names.filter((name, n) => names.indexOf(name) !== n)).toEqual([])
}
