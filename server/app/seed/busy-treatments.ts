import type { VisitReason } from '#contract/calendar/visit-reason.ts'

/** Price in cents, length and cleaning up in minutes, and how often it is booked compared with others. */
type Busy = {
  name: string
  priceCents: number
  durationMinutes: number
  bufferMinutes: number
  share: number
  description: string
  reasons: VisitReason[]
}

/** The treatments of the busy clinic. */
export const busyTreatments: readonly Busy[] = [
  {
    name: 'Check-up',
    priceCents: 35_00,
    durationMinutes: 15,
    bufferMinutes: 0,
    share: 8,
    description: 'A look at every tooth, and what to do next.',
    reasons: ['check-up'],
  },
  {
    name: 'X-ray',
    priceCents: 45_00,
    durationMinutes: 15,
    bufferMinutes: 0,
    share: 5,
    description: 'A picture of what the eye can’t see, in a minute.',
    reasons: [],
  },
  {
    name: 'Fluoride Treatment',
    priceCents: 49_00,
    durationMinutes: 20,
    bufferMinutes: 0,
    share: 5,
    description: 'A thin coat that hardens your enamel.',
    reasons: [],
  },
  {
    name: 'Teeth Cleaning',
    priceCents: 59_00,
    durationMinutes: 30,
    bufferMinutes: 5,
    share: 5,
    description: 'We remove plaque and tartar and polish your teeth.',
    reasons: ['check-up'],
  },
  {
    name: 'Cavity Filling',
    priceCents: 129_00,
    durationMinutes: 30,
    bufferMinutes: 5,
    share: 4,
    description: 'We clean the cavity and fill it to match your tooth.',
    reasons: ['pain', 'broken-tooth'],
  },
  {
    name: 'Teeth Whitening',
    priceCents: 189_00,
    durationMinutes: 45,
    bufferMinutes: 5,
    share: 1,
    description: 'Lifts coffee, tea and age stains gently.',
    reasons: ['whiter-teeth'],
  },
  {
    name: 'Crown',
    priceCents: 640_00,
    durationMinutes: 60,
    bufferMinutes: 10,
    share: 1,
    description: 'A cap that makes a broken tooth whole again.',
    reasons: ['broken-tooth'],
  },
  {
    name: 'Root Canal',
    priceCents: 390_00,
    durationMinutes: 90,
    bufferMinutes: 15,
    share: 1,
    description: 'We save a tooth whose nerve is inflamed.',
    reasons: ['pain'],
  },
]
