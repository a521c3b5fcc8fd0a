import { z } from 'zod'
import { type Clinic, clinic as clinicSchema } from '#contract/clinic.ts'

// The page's policy forbids eval, which zod would otherwise try.
z.config({ jitless: true })

const placeholders: Clinic = {
  name: '{{clinic.name}}',
  timeZone: '{{clinic.timeZone}}',
  email: '{{clinic.email}}',
  phone: '{{clinic.phone}}',
  address: '{{clinic.address}}',
  demo: null,
}

const sample: Clinic = {
  name: 'Harbour Dental',
  timeZone: 'Europe/London',
  email: 'hello@harbour-dental.example',
  phone: '+44 20 7946 0123',
  address: '12 Harbour Street, London',
  demo: null,
}

function readClinic(): Clinic {
  if (import.meta.env.DEV) {
    const configured: unknown = import.meta.env.VITE_CLINIC
    return typeof configured === 'string' ? clinicSchema.parse(JSON.parse(configured)) : sample
  }
  if (typeof document === 'undefined') return placeholders
  return clinicSchema.parse(JSON.parse(document.getElementById('clinic')?.textContent ?? ''))
}

/** The clinic this site is for. While the pages are built its texts are placeholders, which the server fills in when it starts. */
export const clinic: Clinic = readClinic()
