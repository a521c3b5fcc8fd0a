/** What features report as it happens. Names of outcomes and queues come from the code, never from a request. */
export type Report = {
  booking: (by: 'patient' | 'staff', outcome: string) => void
  email: (outcome: 'sent' | 'kept' | 'postponed' | 'undeliverable') => void
  job: (queue: string, outcome: 'done' | 'postponed' | 'failed') => void
  /** A booking was paid. */
  payment: () => void
  /** A round of the reconciliation ended without a failure. */
  reconciliation: () => void
}

/** The report of a server without metrics. */
export const noReport: Report = {
  booking: () => {},
  email: () => {},
  job: () => {},
  payment: () => {},
  reconciliation: () => {},
}
