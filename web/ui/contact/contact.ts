import { phoneLink } from '#contract/kit/phone-link.ts'
import { hasEmail } from '#contract/kit/text/email.ts'
import type { ToastAction } from '../message/Toast.tsx'

/** How staff reach a patient: their email address, or its placeholder, and a phone number, which can be empty. */
export type Contact = { patient: string; phone: string }

/** What a toast about a change adds for a patient whom no email tells. */
export type ToTell = { text: string; action?: ToastAction }

/** Returns whom staff have to call after a change, as a toast says it. */
export function toTell({ patient, phone }: Contact): ToTell {
  if (hasEmail(patient)) return { text: '' }
  if (!phone) return { text: '. No email and no phone number: tell the patient in person.' }
  const call = { label: `Call ${phone}`, onPress: () => window.location.assign(phoneLink(phone)) }
  return { text: `. No email: call ${phone} to tell the patient.`, action: call }
}
