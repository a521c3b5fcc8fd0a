import { z } from 'zod/mini'

/** Why the clinic writes to a patient: about an appointment that they or the desk made with them, a change of one by
 *  the clinic, its price, a payment, the next visit, an earlier time, or their account. */
export type ContactReason = 'appointment' | 'change' | 'price' | 'money' | 'recall' | 'offer' | 'account'

/** Why a patient gets no message. `wants-texts`: they have agreed to texts about their appointments only. */
export const unreachedReasons = [
  ...(['wants-nothing', 'wants-call', 'wants-texts', 'no-email', 'not-confirmed', 'no-mail-server'] as const),
  ...(['died', 'erased', 'invented'] as const),
] as const
export type UnreachedReason = (typeof unreachedReasons)[number]

/** How a message reaches a patient: by email or text message to `to`; without these they can only be called. */
const reach = z.union([
  z.object({ by: z.enum(['email', 'sms']), to: z.string() }),
  z.object({ by: z.literal('call'), because: z.enum(unreachedReasons) }),
])
export type Reach = z.infer<typeof reach>

/** The same in an answer of the desk, for pages of this release that an instance of the one before answers. */
export const deskReach = z._default(reach, { by: 'call', because: 'no-email' })
