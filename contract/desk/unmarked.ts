import { z } from 'zod/mini'
import { slot } from '../kit/time/slot.ts'
import { settableStatus } from './day.ts'

/** So many days back an appointment without a status is asked for. */
export const unmarkedDays = 31

/** The most appointments that `GET /desk/unmarked` lists, and that are marked at once. */
export const maxMarked = 200

const unmarkedAppointment = z.object({
  ...{ _id: z.uuid(), patientName: z.string(), treatment: z.string(), doctor: z.optional(z.string()) },
  ...{ date: z.string(), slot, status: settableStatus },
})
export type UnmarkedAppointment = z.infer<typeof unmarkedAppointment>

/** Response of `GET /desk/unmarked`: the appointments of the last 31 days that are over, of which nobody has said
 *  whether the patient came, in order of their start, on `date` in the medium format. */
export const unmarked = z.array(unmarkedAppointment)

/** Body of `POST /desk/appointments/marks`: the status that appointments get. `from` is the one that the page
 *  showed. */
export const manyMarks = z.object({
  status: settableStatus,
  appointments: z
    .array(z.object({ _id: z.uuid('The id of an appointment is needed'), from: settableStatus }))
    .check(z.minLength(1, 'Choose at least one appointment'), z.maxLength(maxMarked, `At most ${maxMarked} at once`)),
})
export type ManyMarks = z.infer<typeof manyMarks>

/** Response of `POST /desk/appointments/marks`. `problem`: why an appointment keeps its status, in a sentence. */
export const manyMarked = z.object({
  results: z.array(z.object({ _id: z.uuid(), done: z.boolean(), problem: z.optional(z.string()) })),
})
export type ManyMarked = z.infer<typeof manyMarked>
