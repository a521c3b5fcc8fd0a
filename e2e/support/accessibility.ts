import { expect, type Page } from '@playwright/test'
import { axe } from './axe.ts'

const wide = { width: 1280, height: 800 }
export const phone = { width: 375, height: 812 }
const narrow = { width: 320, height: 640 }
/** A wide screen at 200 %. */
const zoomed = { width: 640, height: 400 }

/** Fails unless everybody can use what `page` shows now: WCAG 2.2 AA as far as a machine can tell, in both schemes, on a phone and on a
 *  wide screen, magnified, and with a finger. Leaves it wide and light. */
export async function expectWithinReach(page: Page): Promise<void> {
  const place = new URL(page.url()).pathname
  await page.setViewportSize(narrow)
  expect.soft(await page.evaluate(problemsOfSize), `${place} at 320 px`).toEqual([])
  await page.setViewportSize(phone)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await axe(page)
  await page.setViewportSize(zoomed)
  expect.soft(await page.evaluate(problemsOfSize), `${place} at 200 %`).toEqual([])
  await page.setViewportSize(wide)
  await page.emulateMedia({ colorScheme: 'light' })
  await axe(page)
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  expect.soft(await page.evaluate(problemsOfSize), `${place} with letters twice as large`).toEqual([])
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
}

/** Fails if what `page` shows now breaks a rule that axe knows, in either scheme. */
export async function expectReadable(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await axe(page)
  }
}

/** What is cut off, too wide or too small to be hit. Runs in the page. */
function problemsOfSize(): string[] {
  const shown = [...document.querySelectorAll<HTMLElement>('body *')].filter(
    (element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !isForReadersOnly(element),
  )
  const { scrollWidth } = document.documentElement
  return [
    ...(scrollWidth > window.innerWidth ? [`the page is ${scrollWidth} px wide`] : []),
    ...shown
      .filter(isTarget)
      .filter(isSmall)
      .map((element) => `${nameOf(element)} is smaller than 24 px`),
    ...shown.filter(isCut).map((element) => `${nameOf(element)} is cut`),
  ]

  function isForReadersOnly(element: Element) {
    const { width, height } = element.getBoundingClientRect()
    return element.closest('.sr-only') !== null || (width <= 1 && height <= 1)
  }
  function isTarget(element: HTMLElement) {
    if (!element.matches('a[href], button, summary, select, textarea, input:not([type="hidden"])')) return false
    // A link within a sentence is as high as its line.
    return getComputedStyle(element).display !== 'inline'
  }
  function isSmall(element: Element) {
    const { width, height } = element.getBoundingClientRect()
    return Math.min(width, height) < 24
  }
  function isCut(element: HTMLElement) {
    const { overflowX, overflowY } = getComputedStyle(element)
    const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
    return (
      element.textContent !== '' &&
      ((hides(overflowX) && element.scrollWidth > element.clientWidth + 1) ||
        (hides(overflowY) && element.scrollHeight > element.clientHeight + 1))
    )
  }
  function nameOf(element: HTMLElement) {
    const { width, height } = element.getBoundingClientRect()
    const size = `${Math.round(width)} x ${Math.round(height)}`
    return `<${element.tagName.toLowerCase()}> “${(element.textContent || element.getAttribute('aria-label') || '').slice(0, 60)}” (${size})`
  }
}
