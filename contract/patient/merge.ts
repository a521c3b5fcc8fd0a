import { z } from 'zod/mini'
import { fieldsWith, shapeOf, shownPatient } from './fields.ts'
import { patientId } from './patient.ts'

/** Query of `GET /desk/patients/{id}/merge`: the record that would become part of `id`. */
export const mergeQuery = z.object({ former: patientId })

const side = z.extend(shownPatient, {
  _id: z.string(),
  account: z.optional(z.string()),
  createdAt: z.iso.datetime(),
  appointments: z.int(),
  upcoming: z.int(),
  payments: z.int(),
})
export type MergeSide = z.infer<typeof side>

/** Two appointments that a patient has at one time, or two of one treatment on a day, in words. */
const overlap = z.object({ first: z.string(), second: z.string() })
export type Overlap = z.infer<typeof overlap>

/** Response of `GET /desk/patients/{id}/merge`. `overlaps`: the appointments that will be at one time. */
export const mergePreview = z.object({ kept: side, former: side, overlaps: z.array(overlap) })
export type MergePreview = z.infer<typeof mergePreview>

/** The fields of which one value stays. Phone numbers, notes, appointments, payments and accounts of both stay. */
export const mergeFields = fieldsWith('merge', ['one'])
export type MergeField = (typeof mergeFields)[number]

/** Body of `POST /desk/patients/{id}/merge`. `values` are those that stay, each of them one of the two records'. Of a
 *  field without one, which a page of an earlier release does not know, what is known stays. */
export const mergeRequest = z.object({
  former: patientId,
  values: z.partial(z.object(shapeOf(mergeFields, 'answer'))),
})
export type MergeRequest = z.infer<typeof mergeRequest>

/** Response of `POST /desk/patients/{id}/merge`. */
export const merged = z.object({ success: z.literal(true), overlaps: z.array(overlap) })
