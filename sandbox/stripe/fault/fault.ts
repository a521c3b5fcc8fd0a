import { z } from 'zod'

const count = z.int().min(1).max(1_000)

/** Faults of event delivery: late, lost (all, or the next `drop` events), repeated `duplicate` more times, or two in
 *  swapped order. */
const webhookFaults = z
  .strictObject({
    delayMs: z.int().min(0).max(3_600_000),
    drop: z.union([z.literal('all'), count]),
    duplicate: z.int().min(0).max(100),
    reorder: z.boolean(),
  })
  .partial()
export type WebhookFaults = z.infer<typeof webhookFaults>

/** A fault of the API: a late response, an error or a broken connection (`down`), before or after the work. It applies
 *  to the next `next` calls, or until it is replaced; to every call, or to those of a path such as
 *  `/v1/payment_intents/:id/confirm`. */
const apiFault = z.strictObject({
  status: z.union([z.literal(429), z.literal(500), z.literal(503)]).optional(),
  delayMs: z.int().min(0).max(60_000).optional(),
  down: z.boolean().optional(),
  when: z.enum(['before', 'after']).default('before'),
  next: count.optional(),
  path: z.string().max(200).refine(isPattern, { error: 'a path such as /v1/refunds' }).optional(),
})
export type ApiFault = z.infer<typeof apiFault>

/** The sandbox's faults. By default it has none. */
export const faults = z.strictObject({ webhooks: webhookFaults.default({}), api: apiFault.nullable().default(null) })
export type Faults = z.infer<typeof faults>

function isPattern(path: string) {
  try {
    return path.startsWith('/') && Boolean(new URLPattern({ pathname: path }))
  } catch {
    return false
  }
}
