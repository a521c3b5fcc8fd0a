import { z } from 'zod/mini'
import { monthOverview, nextFree } from '../calendar/month.ts'
import type { Calls } from '../kit/call.ts'
import { pageQuery } from '../kit/list.ts'
import { isoMonth, mediumDate } from '../kit/time/clinic-date.ts'
import { availableDoctor, treatment } from '../treatment.ts'

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
