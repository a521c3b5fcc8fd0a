import { useEffect } from 'react'

declare global {
  interface Window {
    /** The form submitted or the button pressed before the app started; null afterwards. */
    earlyInput?: HTMLElement | null
  }
}

/** Script for the head of each document. Holds the last form submitted or button pressed until the app has started. Links, and buttons that
 *  open a popover, work without the app. */
export const holdEarlyInput = `for(const kind of ['submit','click'])addEventListener(kind,(event)=>{if(window.earlyInput===null)return;const input=kind==='submit'?event.target:event.target.closest('button[type=button]:not([popovertarget])');if(!input)return;event.preventDefault();window.earlyInput=input;input.ariaBusy='true'},true)`

/** Replays the input that `holdEarlyInput` held. Called once, at the root. */
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
