import { Booked, Ended } from './Outcome.tsx'
import { Unsubscribe } from './Unsubscribe.tsx'

/** What the page shows soon after it has loaded, in one script. */
export const later = { Booked, Ended, Unsubscribe }
