import { z } from 'zod/mini'
import { patientId } from './patient.ts'
import { patientFields } from './record.ts'

/** Query of `GET /desk/patients/{id}/merge`: the record that would become part of `id`. */
export const mergeQuery = z.object({ former: patientId })

const side = z.object({
  _id: z.string(),
  name: z.string(),
  birthDate: z.string(),
  phones: z.array(z.string()),
  email: z.string(),
  language: z.string(),
  contact: z.string(),
  notes: z.string(),
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
export const mergeFields = ['name', 'birthDate', 'email', 'language', 'contact'] as const
export type MergeField = (typeof mergeFields)[number]

/** Body of `POST /desk/patients/{id}/merge`. `values` are those that stay, each of them one of the two records'. */
export const mergeRequest = z.object({
  former: patientId,
  values: z.object({
    name: patientFields.shape.name,
    birthDate: z.string().check(z.maxLength(10)),
    email: patientFields.shape.email,
    language: z.string().check(z.maxLength(100)),
    contact: patientFields.shape.contact,
  }),
})
export type MergeRequest = z.infer<typeof mergeRequest>

/** Response of `POST /desk/patients/{id}/merge`. */
export const merged = z.object({ success: z.literal(true), overlaps: z.array(overlap) })
