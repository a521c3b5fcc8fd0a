import { useEffect } from 'react'

declare global {
  interface Window {
    /** What was submitted before the app was there; null once it is. */
    heldForm?: HTMLFormElement | null
  }
}

/** A script for the head of each document: keeps a form that is submitted before the app is there from being sent by the browser. */
export const holdEarlySubmits = `addEventListener('submit',(event)=>{if(window.heldForm===null)return;event.preventDefault();window.heldForm=event.target;event.target.ariaBusy='true'},true)`

/** Once, at the root: submits what was held, now that somebody answers for it. */
export function useEarlySubmit(): void {
  useEffect(() => {
    const held = window.heldForm
    window.heldForm = null
    if (!held) return
    held.ariaBusy = null
    held.requestSubmit()
  }, [])
}
