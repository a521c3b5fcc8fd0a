import { useSyncExternalStore } from 'react'
import type { Clinic } from '#contract/clinic.ts'
import { clinic } from '#web/clinic.ts'

/** What demo mode offers, if it is on. Never part of the built page, since only the running server knows the mode. */
export function useDemo(): Clinic['demo'] {
  return useSyncExternalStore(
    unchanging,
    () => clinic.demo,
    () => null,
  )
}

function unchanging(): () => void {
  return () => undefined
}
