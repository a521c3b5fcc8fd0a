import { z } from 'zod/mini'
import { firstFreeQuery, firstFreeTimes } from '../desk/first-free.ts'
import { appointmentMade, newAppointment, patientQuery, timesFound, timesQuery } from '../desk/new-appointment.ts'
import type { Calls } from '../kit/call.ts'
import { patientFound } from '../patient/found.ts'

/** The calls by which staff book for patients. */
export const newAppointmentCalls = {
  searchPatients: {
    method: 'GET',
    path: '/desk/patients',
    access: { staff: 'search-patients' },
    query: patientQuery,
    answers: { 200: z.array(patientFound) },
  },
  listTimesForStaff: {
    method: 'GET',
    path: '/desk/times',
    access: { staff: 'book-for-patient' },
    query: timesQuery,
    answers: { 200: timesFound },
  },
  listFirstFree: {
    method: 'GET',
    path: '/desk/first-free',
    access: { staff: 'book-for-patient' },
    query: firstFreeQuery,
    answers: { 200: firstFreeTimes },
  },
  bookForPatient: {
    method: 'POST',
    path: '/desk/appointments',
    access: { staff: 'book-for-patient' },
    body: newAppointment,
    answers: { 201: appointmentMade },
  },
} as const satisfies Calls
