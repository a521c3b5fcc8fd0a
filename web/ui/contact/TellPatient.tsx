import type { ReactNode } from 'react'
import { hasEmail } from '#contract/kit/text/email.ts'
import { begunNotice, type Contact, hasBegun } from './contact.ts'
import { PhoneLink } from './PhoneLink.tsx'

interface TellPatientProps {
  contact: Contact
  /** When the appointment begins after the change, in ISO 8601; undefined if that is not chosen yet. */
  startsAt?: string | undefined
  children?: ReactNode
}

/** Says how a patient learns of a change: `children`, if an email tells them, or whom staff have to call. */
export function TellPatient({ contact: { patient, phone }, startsAt, children }: TellPatientProps) {
  if (hasEmail(patient)) return hasBegun(startsAt) ? begunNotice : children
  if (!phone) return 'No email and no phone number: tell the patient in person.'
  return (
    <>
      No email: call <PhoneLink phone={phone} /> to tell the patient.
    </>
  )
}
