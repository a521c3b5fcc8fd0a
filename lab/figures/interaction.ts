import type { Locator, Page } from '@playwright/test'
import type { Lab } from '../kit/lab.ts'
import { type Figure, limitRow, type Row } from '../kit/report.ts'
import { summarize } from '../kit/rounds.ts'
import { openContext, signUpPatient, withSite } from './visit.ts'

const rounds = 7
const cpuSlowdown = 4
const targetMs = 100
// The smallest durationThreshold that Chromium accepts.
const minDurationMs = 16

const baseline = 'baseline: tap on the heading'
const steps = [
  baseline,
  'show the next month',
  'choose a day that is not prefetched',
  'choose the next day',
  'open the booking dialog',
  'type a phone number',
  'close the booking dialog',
] as const
type Step = (typeof steps)[number]

/** Measures the time from a tap or key press on the appointment page to the next frame, on a slowed-down CPU. */
export const interaction: Figure = {
  title: 'Interaction latency on the appointment page',
  method: `Chromium emulates a phone, 375 px wide, with its CPU slowed down ${cpuSlowdown} times (Emulation.setCPUThrottlingRate). Each of ${rounds} rounds loads a new page. The value is the
event duration (PerformanceObserver, type 'event', durationThreshold ${minDurationMs} ms, reported in steps of 8 ms): from the tap or key press to the frame that shows
its effect. A step counts with its slowest interaction, the phone number with the slowest of 7 keys. Interactions under ${minDurationMs} ms count as ${minDurationMs}. The baseline changes nothing on the page, so it
shows the cost of the browser and the machine.`,
  limitedBy: 'the work of React and the browser until the next frame, and other load on the machine.',
  measure,
}

declare global {
  interface Window {
    interactionEvents: { interaction: number; duration: number }[]
  }
}

async function measure(lab: Lab): Promise<Row[]> {
  const durations = Object.fromEntries(steps.map((step) => [step, [] as number[]])) as Record<Step, number[]>
  await withSite(lab, async (site) => {
    const person = await signUpPatient(site)
    for (let round = 0; round < rounds; round += 1) {
      const context = await openContext(site, person, {
        viewport: { width: 375, height: 812 },
        hasTouch: true,
        isMobile: true,
      })
      const slowest = await measureRound(await context.newPage())
      for (const step of steps) durations[step].push(slowest[step])
      await context.close()
    }
  })
  return steps.map((step) => limitRow(step, 'ms', step === baseline ? undefined : targetMs, summarize(durations[step])))
}

async function measureRound(page: Page): Promise<Record<Step, number>> {
  await observeInteractions(page)
  await page.goto('/appointment')
  const book = page.getByRole('button', { name: 'Book Appointment' }).first()
  await book.waitFor()
  await page.waitForLoadState('networkidle')
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })

  const dayButton = (day: string) => page.locator(`[data-day$="-${day}"]:not([data-outside]) button`)
  const tap = (target: Locator) => async () => {
    await target.scrollIntoViewIfNeeded()
    const box = await target.boundingBox()
    if (!box) throw new Error('the element to tap is not visible')
    await waitUntilIdle(page)
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
  }
  const phone = page.getByLabel('Phone')
  const typePhone = async () => {
    await phone.focus()
    await waitUntilIdle(page)
    await page.keyboard.type('5550142', { delay: 150 })
  }
  const buttonShown = (name: string) => page.getByRole('button', { name }).first().waitFor()
  const measureStep = (act: () => Promise<void>, done?: () => Promise<void>) => slowestInteraction(page, act, done)

  return {
    [baseline]: await measureStep(tap(page.getByRole('heading', { level: 1 }))),
    'show the next month': await measureStep(tap(page.getByRole('button', { name: 'next month' }))),
    'choose a day that is not prefetched': await measureStep(tap(dayButton('15')), () =>
      buttonShown('Book Appointment'),
    ),
    'choose the next day': await measureStep(tap(dayButton('16'))),
    'open the booking dialog': await measureStep(tap(book), () => phone.waitFor()),
    'type a phone number': await measureStep(typePhone),
    'close the booking dialog': await measureStep(tap(page.getByRole('button', { name: 'Close without booking' }))),
  }
}

async function observeInteractions(page: Page): Promise<void> {
  await page.addInitScript((durationThreshold) => {
    window.interactionEvents = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { interactionId: interaction = 0, duration } = entry as PerformanceEventTiming
        if (interaction > 0) window.interactionEvents.push({ interaction, duration })
      }
    }).observe({ type: 'event', durationThreshold } as PerformanceObserverInit)
  }, minDurationMs)
}

/** Runs `act`, waits for `done` and returns the duration of the slowest interaction in ms. */
async function slowestInteraction(page: Page, act: () => Promise<void>, done?: () => Promise<void>): Promise<number> {
  await waitUntilIdle(page)
  await page.evaluate(() => {
    window.interactionEvents = []
  })
  await act()
  await done?.()
  await waitUntilIdle(page)
  const durations = await page.evaluate(() => window.interactionEvents.map(({ duration }) => duration))
  return Math.max(minDurationMs, ...durations)
}

// The browser reports an event's duration only after the frame that ended it.
async function waitUntilIdle(page: Page) {
  await page.evaluate(async () => {
    for (let frames = 0; frames < 4; frames += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
    await new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: 1_000 }))
    await new Promise((resolve) => setTimeout(resolve, 150))
  })
}
