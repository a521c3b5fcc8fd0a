import { z } from 'zod/mini'
import type { Calls } from '../kit/call.ts'
import { patientEmails } from '../patient/email.ts'
import { patientFound } from '../patient/found.ts'
import { merged, mergePreview, mergeQuery, mergeRequest } from '../patient/merge.ts'
import {
  accountToAdd,
  joinParams,
  patientAccountParams,
  patientAdded,
  patientChange,
  patientChanged,
  patientListQuery,
  patientParams,
  patientRecord,
  patientToAdd,
  recordCode,
} from '../patient/record.ts'
import { patientTexts } from '../text-message.ts'

const done = z.object({ success: z.literal(true) })

/** The calls about the records of patients, which staff keep. */
export const recordCalls = {
  listPatients: {
    method: 'GET',
    path: '/desk/patients/list',
    access: { staff: 'read-patient' },
    query: patientListQuery,
    answers: { 200: z.array(patientFound) },
  },
  addPatient: {
    method: 'POST',
    path: '/desk/patients',
    access: { staff: 'change-patient' },
    body: patientToAdd,
    answers: { 201: patientAdded },
  },
  readPatient: {
    method: 'GET',
    path: '/desk/patients/:id',
    access: { staff: 'read-patient' },
    params: patientParams,
    answers: { 200: patientRecord },
  },
  readPatientEmails: {
    method: 'GET',
    path: '/desk/patients/:id/emails',
    access: { staff: 'read-patient' },
    params: patientParams,
    answers: { 200: patientEmails },
  },
  readPatientTexts: {
    method: 'GET',
    path: '/desk/patients/:id/texts',
    access: { staff: 'read-patient' },
    params: patientParams,
    answers: { 200: patientTexts },
  },
  changePatient: {
    method: 'PATCH',
    path: '/desk/patients/:id',
    access: { staff: 'change-patient' },
    params: patientParams,
    body: patientChange,
    answers: { 200: patientChanged },
  },
  noteDeath: {
    method: 'PUT',
    path: '/desk/patients/:id/death',
    access: { staff: 'change-patient' },
    params: patientParams,
    answers: { 200: done },
  },
  removeDeath: {
    method: 'DELETE',
    path: '/desk/patients/:id/death',
    access: { staff: 'change-patient' },
    params: patientParams,
    answers: { 200: done },
  },
  addPatientAccount: {
    method: 'POST',
    path: '/desk/patients/:id/accounts',
    access: { staff: 'change-patient' },
    params: patientParams,
    body: accountToAdd,
    answers: { 200: done },
  },
  removePatientAccount: {
    method: 'DELETE',
    path: '/desk/patients/:id/accounts/:email',
    access: { staff: 'change-patient' },
    params: patientAccountParams,
    answers: { 200: done },
  },
  giveRecordCode: {
    method: 'POST',
    path: '/desk/patients/:id/code',
    access: { staff: 'change-patient' },
    params: patientParams,
    answers: { 200: recordCode },
  },
  undoMerge: {
    method: 'POST',
    path: '/desk/patients/:id/joins/:joinId/undo',
    access: { staff: 'merge-patients' },
    params: joinParams,
    answers: { 200: done },
  },
  previewMerge: {
    method: 'GET',
    path: '/desk/patients/:id/merge',
    access: { staff: 'merge-patients' },
    params: patientParams,
    query: mergeQuery,
    answers: { 200: mergePreview },
  },
  mergePatients: {
    method: 'POST',
    path: '/desk/patients/:id/merge',
    access: { staff: 'merge-patients' },
    params: patientParams,
    body: mergeRequest,
    answers: { 200: merged },
  },
} as const satisfies Calls
