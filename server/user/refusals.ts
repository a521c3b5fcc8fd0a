import type { Refusals } from '#server/http/refusal.ts'
import type { DemotionRefusal, PromotionRefusal } from './admin.ts'

/** The answer to a promotion that is refused. */
export const promotionRefusals: Refusals<{ reason: PromotionRefusal }> = {
  'not-confirmed': {
    status: 403,
    sentence:
      'This address is not confirmed yet, so its account may be somebody else’s. Ask its owner to open the link in our email first.',
  },
}

/** The answers to a demotion that is refused. */
export const demotionRefusals: Refusals<{ reason: DemotionRefusal }> = {
  'not-admin': { status: 403, sentence: 'Only an admin can do this.' },
  'last-admin': { status: 409, sentence: 'You are the only admin. Make someone else an admin first.' },
  'own-role': { status: 409, sentence: 'You can’t remove your own admin role. Another admin can.' },
}

/** The answer to a request for the token of another account. */
export const tokenRefusals: Refusals<{ reason: 'another-email' }> = {
  'another-email': { status: 400, field: 'email', sentence: 'Not the address that the call names' },
}
