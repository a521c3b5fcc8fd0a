import { OpenBooking } from './OpenBooking.tsx'
import { ReadyList } from './ReadyList.tsx'

/** What the page shows after the last step, in one script. */
export const ready = { OpenBooking, ReadyList }
