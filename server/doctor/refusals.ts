import type { Refusals } from '#server/http/refusal.ts'
import type { DoctorRefusal } from './doctor.ts'

/** The answers to a doctor who is not added. */
export const doctorRefusals: Refusals<{ reason: DoctorRefusal | 'unloadable-photo' }> = {
  'known-email': { status: 409, field: 'email', sentence: 'There is already a doctor with this email.' },
  'unknown-specialty': { status: 400, field: 'specialty', sentence: 'There is no treatment of this name.' },
  'unknown-photo': {
    status: 400,
    field: 'img',
    sentence: 'We don’t have this photo, or it has been removed. Please add it again.',
  },
  'unloadable-photo': { status: 400, field: 'img', sentence: 'Must be an https address' },
}
