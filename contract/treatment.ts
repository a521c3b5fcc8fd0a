import { z } from 'zod/mini'
import { monthOverview, nextFree } from './calendar/month.ts'
import type { Calls } from './kit/call.ts'
import { pageQuery } from './kit/list.ts'
import { isoMonth, mediumDate } from './kit/time/clinic-date.ts'
import { slot } from './kit/time/slot.ts'

/** A treatment in responses. `price` is in dollars. `slots` are all slots in `GET /service` and the free ones in `GET /available`. */
export const treatment = z.object({
  _id: z.uuid(),
  name: z.string(),
  slots: z.array(slot),
  price: z.number().check(z.nonnegative()),
})
export type Treatment = z.infer<typeof treatment>

/** A doctor in `GET /available/doctors`, with the slots at which they are free. */
const availableDoctor = z.object({
  _id: z.uuid(),
  name: z.string(),
  img: z.string(),
  slots: z.array(slot),
})
export type AvailableDoctor = z.infer<typeof availableDoctor>

/** The same two as a page parses them: ids and slots are any text. */
export const receivedTreatment = z.extend(treatment, { _id: z.string(), slots: z.array(z.string()) })
export const receivedDoctorTimes = z.extend(availableDoctor, { _id: z.string(), slots: z.array(z.string()) })

/** A treatment's name, for lists of names. */
export const namedTreatment = z.pick(treatment, { name: true })
export type NamedTreatment = z.infer<typeof namedTreatment>

/** The public calls about treatments and their free times. */
export const treatmentCalls = {
  listTreatments: {
    method: 'GET',
    path: '/service',
    access: 'everyone',
    query: pageQuery,
    answers: { 200: z.array(treatment) },
  },
  listAvailable: {
    method: 'GET',
    path: '/available',
    access: 'everyone',
    query: z.object({ date: mediumDate, doctor: z.optional(z.uuid('A dentist’s id is needed')) }),
    answers: { 200: z.array(treatment) },
  },
  listDaysOfMonth: {
    method: 'GET',
    path: '/available/month',
    access: 'everyone',
    query: z.object({ month: isoMonth }),
    answers: { 200: monthOverview },
  },
  listNextAvailable: {
    method: 'GET',
    path: '/available/next',
    access: 'everyone',
    query: z.object({ date: mediumDate }),
    answers: { 200: z.array(nextFree) },
  },
  listAvailableDoctors: {
    method: 'GET',
    path: '/available/doctors',
    access: 'everyone',
    query: z.object({ date: mediumDate, treatment: z.uuid('A treatment id is needed') }),
    answers: { 200: z.array(availableDoctor) },
  },
} as const satisfies Calls
