import { ClinicStep } from './ClinicStep.tsx'
import { DentistStep } from './DentistStep.tsx'
import { HoursStep } from './HoursStep.tsx'
import { TreatmentStep } from './TreatmentStep.tsx'

/** What the page shows as soon as it has loaded, in one script. */
export const parts = { ClinicStep, DentistStep, HoursStep, TreatmentStep }
