import { AbsenceRequests } from './AbsenceRequests.tsx'
import { Appointments } from './Appointments.tsx'
import { Calls } from './Calls.tsx'
import { ComingOfAge } from './ComingOfAge.tsx'

/** What the page shows as soon as it has loaded, in one script. */
export const parts = { AbsenceRequests, Appointments, Calls, ComingOfAge }
