import { ProblemError } from '#server/http/problem.ts'
import type { ResolutionRefusal } from './attention.ts'

const sentences: Record<ResolutionRefusal, { status: number; sentence: string }> = {
  'unknown-appointment': {
    status: 404,
    sentence: 'There is no such upcoming appointment. Somebody else may have moved, kept or cancelled it.',
  },
  'time-not-free': {
    status: 409,
    sentence: 'This time is not free, or no longer. Nothing was changed; choose another one.',
  },
  'not-refundable': {
    status: 409,
    sentence: 'The payment of this appointment can’t be refunded here. Move the appointment or keep it.',
  },
}

/** Returns the problem for a reason. */
export function unresolved(reason: ResolutionRefusal): ProblemError {
  const { status, sentence } = sentences[reason]
  return new ProblemError(status, sentence, { code: reason })
}
