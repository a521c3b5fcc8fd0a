import { z } from 'zod/mini'
import { firstFreeQuery, firstFreeTimes } from '../desk/first-free.ts'
import { appointmentMade, newAppointment, patientQuery, timesFound, timesQuery } from '../desk/new-appointment.ts'
import { calls } from '../kit/call.ts'
import { patientFound } from '../patient/found.ts'

/** The calls by which staff book for patients. */
export const newAppointmentCalls = calls('desk', {
  searchPatients: {
    summary: 'Patients by the beginnings of their name or email, or by digits of their phone number',
    method: 'GET',
    path: '/desk/patients',
    access: { staff: 'search-patients' },
    query: patientQuery,
    answers: { 200: z.array(patientFound) },
  },
  listTimesForStaff: {
    summary: 'The times of a day that staff can book for a treatment',
    method: 'GET',
    path: '/desk/times',
    access: { staff: 'book-for-patient' },
    query: timesQuery,
    answers: { 200: timesFound },
  },
  listFirstFree: {
    summary: 'The next times that staff can book for a treatment',
    method: 'GET',
    path: '/desk/first-free',
    access: { staff: 'book-for-patient' },
    query: firstFreeQuery,
    answers: { 200: firstFreeTimes },
  },
  bookForPatient: {
    summary: 'Book an appointment for a patient, known or new',
    method: 'POST',
    path: '/desk/appointments',
    access: { staff: 'book-for-patient' },
    body: newAppointment,
    answers: { 201: appointmentMade },
    problems: [409],
    ifUncertain: 'We don’t know whether this was booked. Look at the day before you try again.',
  },
})
