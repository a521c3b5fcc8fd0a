import { z } from 'zod/mini'
import { doctor, doctorQuery, newDoctor } from '../doctor.ts'
import { doctorDeletion } from '../doctor-deletion.ts'
import { calls } from '../kit/call.ts'
import { email } from '../kit/text/email.ts'
import { doctorAdded, doctorDeleted } from '../received-doctor.ts'

/** The calls about the clinic’s doctors. */
export const doctorCalls = calls('doctor', {
  listDoctors: {
    summary: 'The doctors',
    method: 'GET',
    path: '/doctor',
    access: { staff: 'list-doctors' },
    query: doctorQuery,
    answers: { 200: z.array(doctor) },
  },
  addDoctor: {
    summary: 'Add a doctor',
    method: 'POST',
    path: '/doctor',
    access: { staff: 'add-doctor' },
    body: newDoctor,
    answers: { 201: doctorAdded },
    problems: [409],
  },
  deleteDoctor: {
    summary: 'Delete a doctor',
    method: 'DELETE',
    path: '/doctor/:email',
    access: { staff: 'delete-doctor' },
    params: z.object({ email }),
    query: doctorDeletion,
    answers: { 200: doctorDeleted },
  },
})
