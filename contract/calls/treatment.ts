import { z } from 'zod/mini'
import { monthOverview, nextFree } from '../calendar/month.ts'
import { visitReason } from '../calendar/visit-reason.ts'
import { calls } from '../kit/call.ts'
import { pageQuery } from '../kit/list.ts'
import { isoMonth, mediumDate } from '../kit/time/clinic-date.ts'
import { offer } from '../offer.ts'
import { soonTimes } from '../soon.ts'
import { availableDoctor, treatment } from '../treatment.ts'

const treatmentId = z.uuid('A treatment id is needed')
const doctorId = z.uuid('A dentist’s id is needed')

/** Only the free times of this treatment, and those at which this dentist is free. */
const filter = { treatment: z.optional(treatmentId), doctor: z.optional(doctorId) }

/** The public calls about treatments and their free times. */
export const treatmentCalls = calls('treatment', {
  listTreatments: {
    summary: 'The treatments, with all their slots',
    method: 'GET',
    path: '/service',
    access: 'everyone',
    query: pageQuery,
    answers: { 200: z.array(treatment) },
  },
  listAvailable: {
    summary: 'The treatments, with the slots that are free on a day, for any dentist or one',
    method: 'GET',
    path: '/available',
    access: 'everyone',
    query: z.object({ date: mediumDate, doctor: z.optional(doctorId) }),
    answers: { 200: z.array(treatment) },
  },
  listDaysOfMonth: {
    summary: 'The days of a month that can be chosen: open, full or closed, with the clinic’s notes',
    method: 'GET',
    path: '/available/month',
    access: 'everyone',
    query: z.object({ month: isoMonth, ...filter }),
    answers: { 200: monthOverview },
  },
  listNextAvailable: {
    summary: 'The treatments, each with its first free time on a day or later',
    method: 'GET',
    path: '/available/next',
    access: 'everyone',
    query: z.object({ date: mediumDate, ...filter }),
    answers: { 200: z.array(nextFree) },
  },
  listSoonAvailable: {
    summary: 'The next free times over all days or from one on, for any treatment and dentist or one, or for a reason',
    method: 'GET',
    path: '/available/soon',
    access: 'everyone',
    query: z.object({ ...filter, reason: z.optional(visitReason), date: z.optional(mediumDate) }),
    answers: { 200: soonTimes },
  },
  readOffer: {
    summary: 'What each treatment is for and who performs it, and the dentists with their languages',
    method: 'GET',
    path: '/offer',
    access: 'everyone',
    answers: { 200: offer, 304: z.undefined() },
  },
  listAvailableDoctors: {
    summary: 'The dentists who are free for a treatment on a day, with their free slots',
    method: 'GET',
    path: '/available/doctors',
    access: 'everyone',
    query: z.object({ date: mediumDate, treatment: treatmentId }),
    answers: { 200: z.array(availableDoctor) },
  },
})
