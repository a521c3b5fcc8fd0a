import { tokenKey } from '#web/api/token/token-key.ts'
import { attempt } from '#web/attempt.ts'
import { browserZone, isSameTime } from '#web/time-zone.ts'

// Runs inline in the head of each document, before the body is read and before the app.

declare global {
  // Read by zod before any of our modules runs. The Content-Security-Policy forbids the eval that zod would otherwise
  // try.
  var __zod_globalConfig: { jitless: boolean }
  /** Path that this document was loaded for, unchanged by navigation within it. */
  var documentPath: string | undefined
}
globalThis.__zod_globalConfig = { jitless: true }
globalThis.documentPath = location.pathname

// A signed-in person does not see Login flash by.
const areas = ['localStorage', 'sessionStorage'] as const
if (areas.some((area) => attempt(() => window[area].getItem(tokenKey)))) {
  document.documentElement.classList.add('returning')
}

// Shows the clinic's time zone beside times (web/ui/appointment/AppointmentTime.tsx).
const { timeZone } = document.documentElement.dataset
if (timeZone && attempt(() => isSameTime(new Date(), timeZone, browserZone())) === false) {
  document.documentElement.classList.add('foreign')
}

// Whether staff have folded their rail (web/app/style/workspace.css).
const rail = attempt(() => localStorage.getItem('rail'))
if (rail) document.documentElement.dataset.rail = rail

addEventListener('submit', (event) => holdInput(event, event.target), true)
addEventListener(
  'click',
  (event) => {
    // Links, and buttons that open a popover, work without the app.
    const button = event.target instanceof Element && event.target.closest('button[type=button]:not([popovertarget])')
    if (button) holdInput(event, button)
  },
  true,
)

addEventListener(
  'change',
  (event) => {
    if (event.target instanceof HTMLSelectElement) holdInput(event, event.target)
  },
  true,
)

/** Holds the last form submitted, button pressed or option chosen until the app has started, which replays it
 *  (web/app/Site.tsx). */
function holdInput(event: Event, input: EventTarget | null) {
  if (window.earlyInput === null || !(input instanceof HTMLElement)) return
  event.preventDefault()
  if (window.earlyInput) window.earlyInput.ariaBusy = null
  window.earlyInput = input
  input.ariaBusy = 'true'
}
