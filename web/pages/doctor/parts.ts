import { FeedAddress } from '#web/ui/appointment/FeedAddress.tsx'
import { DoctorForm } from './DoctorForm.tsx'
import { Leaving } from './Leaving.tsx'

/** What the page shows as soon as it has loaded, in one script. */
export const parts = { DoctorForm, FeedAddress, Leaving }
