import { forbidden } from '#server/access/authorize.ts'
import { ProblemError } from '#server/http/problem.ts'
import type { DemotionRefusal } from './admin.ts'

const messages: Record<Exclude<DemotionRefusal, 'not-admin'>, string> = {
  'last-admin': 'You are the only admin. Make someone else an admin first.',
  'own-role': 'You can’t remove your own admin role. Another admin can.',
}

/** Messages for a field of a request. */
export const fieldRefusals = { 'another-email': 'Not the address that the call names' }

/** Returns the problem for a refused demotion. */
export function refused(reason: DemotionRefusal): ProblemError {
  return reason === 'not-admin' ? forbidden('demote-user') : new ProblemError(409, messages[reason])
}
