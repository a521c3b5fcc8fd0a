import { forbidden } from '#server/access/authorize.ts'
import { ProblemError } from '#server/http/problem.ts'
import type { DemotionRefusal, PromotionRefusal } from './admin.ts'

const messages: Record<Exclude<DemotionRefusal, 'not-admin'> | PromotionRefusal, string> = {
  'not-confirmed':
    'This address is not confirmed yet. Ask its owner to open the link in our email, then make them an admin.',
  'last-admin': 'You are the only admin. Make someone else an admin first.',
  'own-role': 'You can’t remove your own admin role. Another admin can.',
}

/** Messages for a field of a request. */
export const fieldRefusals = { 'another-email': 'Not the address that the call names' }

/** Returns the problem for a refused change of role. */
export function refused(reason: DemotionRefusal | PromotionRefusal): ProblemError {
  return reason === 'not-admin' ? forbidden('demote-user') : new ProblemError(409, messages[reason])
}
