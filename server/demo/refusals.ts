import type { Refusals } from '#server/http/refusal.ts'
import type { FillRefusal } from './fill.ts'

/** The answers to a demo that is not filled or emptied. */
export const demoRefusals: Refusals<{ reason: FillRefusal | 'demo-empty' | 'no-demo' }> = {
  'no-demo': { status: 404, sentence: 'This clinic is not a demo.' },
  'demo-filled': { status: 409, sentence: 'The demo is filled already.' },
  'demo-empty': { status: 409, sentence: 'The demo is empty already.' },
  'no-times': {
    status: 409,
    sentence: 'The clinic offers no times in these two weeks. Enter opening hours and a treatment first.',
  },
}
