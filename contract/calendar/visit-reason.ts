import { z } from 'zod/mini'

/** Why people come to a dentist, in the order in which they are asked. A treatment is for some of these. */
export const visitReasons = ['check-up', 'pain', 'broken-tooth', 'child', 'whiter-teeth'] as const
export type VisitReason = (typeof visitReasons)[number]

/** A reason in a query. */
export const visitReason = z.enum(visitReasons, `One of: ${visitReasons.join(', ')}`)

/** The reasons of a treatment, each once. */
export const treatmentReasons = z.array(visitReason).check(
  z.maxLength(visitReasons.length, 'Too many'),
  z.refine((reasons) => new Set(reasons).size === reasons.length, 'Each reason once'),
)
