import type { ReactNode } from 'react'
import { phoneLink } from '#contract/kit/phone-link.ts'
import { serverNow } from '#web/server-clock.ts'
import type { ToastAction } from '../message/Toast.tsx'
import { PhoneLink } from './Phone.tsx'

interface TellPatientProps {
  contact: Contact
  /** When the appointment begins after the change, in ISO 8601; undefined if that is not chosen yet. */
  startsAt?: string | undefined
  children?: ReactNode
}

/** Says how a patient learns of a change: `children`, if an email tells them, or whom staff have to call. */
export function TellPatient({ contact: { patient, phone }, startsAt, children }: TellPatientProps) {
  if (patient !== '') return hasBegun(startsAt) ? begunNotice : children
  if (!phone) return 'No email and no phone number: tell the patient in person.'
  return (
    <>
      No email: call <PhoneLink phone={phone} /> to tell the patient.
    </>
  )
}

/** How staff reach a patient: their email address, or its placeholder, and a phone number, which can be empty. */
type Contact = { patient: string; phone: string }

/** Tells whether an appointment has begun; false while its time is not known. The server sends no email about one that
 *  has. */
function hasBegun(startsAt: string | undefined): boolean {
  return startsAt !== undefined && Date.parse(startsAt) <= serverNow().getTime()
}

/** Says that a change of an appointment that has begun sends no email. */
const begunNotice = 'It has begun, so the patient gets no email.'

/** What a toast about a change adds for a patient whom no email tells. */
export type ToTell = { text: string; action?: ToastAction }

/** Returns whom staff have to call after a change, as a toast says it. The appointment begins at `startsAt` now, in ISO
 *  8601. */
export function toTell({ patient, phone }: Contact, startsAt?: string): ToTell {
  if (patient !== '') return { text: hasBegun(startsAt) ? `. ${begunNotice}` : '' }
  if (!phone) return { text: '. No email and no phone number: tell the patient in person.' }
  const call = { label: `Call ${phone}`, onPress: () => window.location.assign(phoneLink(phone)) }
  return { text: `. No email: call ${phone} to tell the patient.`, action: call }
}
