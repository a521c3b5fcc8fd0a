import { useEffect } from 'react'

declare global {
  interface Window {
    /** The form submitted or the button pressed before the app started; null afterwards. */
    earlyInput?: HTMLElement | null
  }
}

/** Replays the input that web/app/head/early.ts held. Called once, at the root. */
export function useEarlyInput(): void {
  useEffect(() => {
    const { earlyInput } = window
    window.earlyInput = null
    if (!earlyInput) return
    earlyInput.ariaBusy = null
    if (earlyInput instanceof HTMLFormElement) earlyInput.requestSubmit()
    else earlyInput.click()
  }, [])
}
