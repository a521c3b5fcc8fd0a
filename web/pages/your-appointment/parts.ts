import { AddToCalendar } from '#web/ui/appointment/AddToCalendar.tsx'
import { Advice, Changes } from './Actions.tsx'

/** What the page shows as soon as it has loaded, in one script. */
export const parts = { AddToCalendar, Advice, Changes }
