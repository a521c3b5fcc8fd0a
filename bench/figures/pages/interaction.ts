import type { Locator, Page } from '@playwright/test'
import type { Lab } from '#bench/lab/lab.ts'
import { type Figure, limitRow, type Row } from '#bench/lab/report.ts'
import { spreadOf } from '#bench/lab/rounds.ts'
import { newPatient, newVisitor, onSite } from './visit.ts'

const rounds = 7
const slower = 4
const wanted = 100
// The shortest that Chromium reports.
const shortest = 16

const yardstick = 'for comparison: touch where nothing happens'
const steps = [
  yardstick,
  'show the next month',
  'choose a day that was not asked for yet',
  'choose the day after it',
  'open the booking',
  'type a phone number',
  'close the booking',
] as const
type Step = (typeof steps)[number]

/** From a touch or a key on the appointment page to the next frame, on a processor four times slower than this one. */
export const interaction: Figure = {
  title: 'How soon the appointment page answers a touch',
  how: `Chromium as a phone of 375 px, its processor slowed ${slower} times (Emulation.setCPUThrottlingRate), a fresh page in each of ${rounds} rounds. What counts is the
duration of the events of each interaction (PerformanceObserver, type 'event', threshold ${shortest} ms, a multiple of 8 ms): from the touch or the key until the frame that
shows what it did. The first touch shows nothing: what it takes is the machine's and the browser's own. The worst of each step, of seven keys for the number; an interaction shorter than ${shortest} ms counts as ${shortest}.`,
  limits: 'the work of React and of the browser until the next frame; the rest of the machine, where it is busy.',
  measure,
}

declare global {
  interface Window {
    eventsSeen: { interaction: number; duration: number }[]
  }
}

async function measure(lab: Lab): Promise<Row[]> {
  const taken = Object.fromEntries(steps.map((step) => [step, [] as number[]])) as Record<Step, number[]>
  await onSite(lab, async (site) => {
    const person = await newPatient(site)
    for (let round = 0; round < rounds; round += 1) {
      const context = await newVisitor(site, person, {
        viewport: { width: 375, height: 812 },
        hasTouch: true,
        isMobile: true,
      })
      const found = await useOnce(await context.newPage())
      for (const step of steps) taken[step].push(found[step])
      await context.close()
    }
  })
  return steps.map((step) => limitRow(step, 'ms', step === yardstick ? undefined : wanted, spreadOf(taken[step])))
}

async function useOnce(page: Page): Promise<Record<Step, number>> {
  await page.addInitScript((durationThreshold) => {
    window.eventsSeen = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { interactionId: interaction = 0, duration } = entry as PerformanceEventTiming
        if (interaction > 0) window.eventsSeen.push({ interaction, duration })
      }
    }).observe({ type: 'event', durationThreshold } as PerformanceObserverInit)
  }, shortest)
  await page.goto('/appointment')
  const book = page.getByRole('button', { name: 'Book Appointment' }).first()
  await book.waitFor()
  await page.waitForLoadState('networkidle')
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slower })

  const dayOf = (day: string) => page.locator(`[data-day$="-${day}"]:not([data-outside]) button`)
  const tap = (target: Locator) => async () => {
    await target.scrollIntoViewIfNeeded()
    const box = await target.boundingBox()
    if (!box) throw new Error('there is nothing to touch')
    await quiet(page)
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
  }
  const phone = page.getByLabel('Phone')
  const type = async () => {
    await phone.focus()
    await quiet(page)
    await page.keyboard.type('5550142', { delay: 150 })
  }
  const shown = (name: string) => page.getByRole('button', { name }).first().waitFor()

  return {
    [yardstick]: await worst(page, tap(page.getByRole('heading', { level: 1 }))),
    'show the next month': await worst(page, tap(page.getByRole('button', { name: 'next month' }))),
    'choose a day that was not asked for yet': await worst(page, tap(dayOf('15')), () => shown('Book Appointment')),
    'choose the day after it': await worst(page, tap(dayOf('16'))),
    'open the booking': await worst(page, tap(book), () => phone.waitFor()),
    'type a phone number': await worst(page, type),
    'close the booking': await worst(page, tap(page.getByRole('button', { name: 'Close without booking' }))),
  }
}

/** The longest of the interactions that `act` is, once `done`. */
async function worst(page: Page, act: () => Promise<void>, done?: () => Promise<void>): Promise<number> {
  await quiet(page)
  await page.evaluate(() => {
    window.eventsSeen = []
  })
  await act()
  await done?.()
  await quiet(page)
  const durations = await page.evaluate(() => window.eventsSeen.map(({ duration }) => duration))
  return Math.max(shortest, ...durations)
}

// Durations are told after the frame that ended them.
async function quiet(page: Page) {
  await page.evaluate(async () => {
    for (let frames = 0; frames < 4; frames += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
    await new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: 1_000 }))
    await new Promise((resolve) => setTimeout(resolve, 150))
  })
}
