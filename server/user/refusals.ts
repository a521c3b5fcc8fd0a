import { forbidden } from '#server/access/authorize.ts'
import { ProblemError } from '#server/http/problem.ts'
import type { DemotionRefusal } from './admin.ts'

const sentences: Record<Exclude<DemotionRefusal, 'not-admin'>, string> = {
  'last-admin': 'You are the only admin. Make someone else an admin first.',
  'own-role': 'You can’t remove your own admin role. Another admin can.',
}

/** Sentences for a field of a request. */
export const fieldRefusals = { 'another-email': 'Not the address that the call names' }

/** Returns the problem of a demotion that is refused. */
export function refused(reason: DemotionRefusal): ProblemError {
  return reason === 'not-admin' ? forbidden('demote-user') : new ProblemError(409, sentences[reason])
}
