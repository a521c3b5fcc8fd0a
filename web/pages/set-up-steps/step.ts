import type { ClinicAnswer, SetupStep } from '#contract/clinic.ts'

/** What each step gets. */
export interface StepProps {
  admin: string
  clinic: ClinicAnswer
  /** The step after this one. */
  next: SetupStep | null
}
