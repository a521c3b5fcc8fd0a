import { DaySummary } from './DaySummary.tsx'
import { DayView } from './DayView.tsx'
import { OwnAbsences } from './OwnAbsences.tsx'

/** What the page shows as soon as it has loaded, in one script. */
export const dayParts = { DaySummary, DayView, OwnAbsences }
