import type { ReactNode } from 'react'
import { hasEmail } from '#contract/kit/text/email.ts'
import type { Contact } from './contact.ts'
import { PhoneLink } from './PhoneLink.tsx'

/** Says how a patient learns of a change: `children`, if an email tells them, or whom staff have to call. */
export function TellPatient({ contact: { patient, phone }, children }: { contact: Contact; children?: ReactNode }) {
  if (hasEmail(patient)) return children
  if (!phone) return 'No email and no phone number: tell the patient in person.'
  return (
    <>
      No email: call <PhoneLink phone={phone} /> to tell the patient.
    </>
  )
}
