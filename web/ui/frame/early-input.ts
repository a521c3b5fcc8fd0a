import { useEffect } from 'react'

declare global {
  interface Window {
    /** The form or the button that was used before the app was there; null once it is. */
    heldAct?: HTMLElement | null
  }
}

/** A script for the head of each document: what is submitted or pressed before the app is there waits for it, the last of it. Links,
 *  and buttons that open a popover, need no app. */
export const holdEarlyActs = `for(const kind of ['submit','click'])addEventListener(kind,(event)=>{if(window.heldAct===null)return;const act=kind==='submit'?event.target:event.target.closest('button[type=button]:not([popovertarget])');if(!act)return;event.preventDefault();window.heldAct=act;act.ariaBusy='true'},true)`

/** Once, at the root: does what was held, now that somebody answers for it. */
export function useEarlyActs(): void {
  useEffect(() => {
    const { heldAct } = window
    window.heldAct = null
    if (!heldAct) return
    heldAct.ariaBusy = null
    if (heldAct instanceof HTMLFormElement) heldAct.requestSubmit()
    else heldAct.click()
  }, [])
}
