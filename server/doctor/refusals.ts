import type { DoctorRefusal } from './doctor.ts'

/** Status, field and sentence for each reason. */
export const refusals: Record<DoctorRefusal, { status: number; field: string; sentence: string }> = {
  'known-email': { status: 409, field: 'email', sentence: 'There is already a doctor with this email.' },
  'unknown-specialty': { status: 400, field: 'specialty', sentence: 'There is no treatment of this name.' },
  'unknown-photo': {
    status: 400,
    field: 'img',
    sentence: 'We don’t have this photo, or it has been removed. Please add it again.',
  },
}

/** Sentences for a field of a request. */
export const fieldRefusals = { 'unloadable-photo': 'Must be an https address' }
