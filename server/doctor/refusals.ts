import type { DoctorRefusal } from './doctor.ts'

/** Status, field and message for each reason. */
export const refusals: Record<DoctorRefusal, { status: number; field: string; message: string }> = {
  'known-email': { status: 409, field: 'email', message: 'There is already a doctor with this email.' },
  'unknown-specialty': { status: 400, field: 'specialty', message: 'There is no treatment of this name.' },
  'unknown-photo': {
    status: 400,
    field: 'img',
    message: 'We don’t have this photo, or it has been removed. Please add it again.',
  },
}

/** Messages for a field of a request. */
export const fieldRefusals = { 'unloadable-photo': 'Must be an https address' }
