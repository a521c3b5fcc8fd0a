import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { type MergeRequest, merged, mergePreview } from '#contract/patient/merge.ts'
import {
  type AccountToAdd,
  likelyDuplicates,
  type PatientChange,
  type PatientToAddInput,
  patientAdded,
  patientChanged,
  patientRecord,
  recordCode,
} from '#contract/patient/record.ts'
import type { ExportFormat } from '#contract/privacy/personal-data.ts'
import { bearer } from '#web/api/token/token.ts'
import { activityKey } from '../audit.ts'
import { call, send } from '../http/call.ts'
import { fetchFile } from '../http/file.ts'
import { patientsKey as key } from './patient-list.ts'

/** The record of a patient. Its `_id` is another one if it was merged. */
export function recordOf(admin: string, id: string) {
  return queryOptions({
    queryKey: [...key, admin, 'record', id],
    queryFn: async () => call('GET /desk/patients/:id', patientRecord, { params: { id }, token: await bearer(admin) }),
    meta: { adminsOnly: true },
  })
}

/** Two records side by side, before `former` becomes a part of `id`. */
export function mergePreviewOf(admin: string, id: string, former: string) {
  return queryOptions({
    queryKey: [...key, admin, 'merge', id, former],
    queryFn: async () => {
      const token = await bearer(admin)
      return call('GET /desk/patients/:id/merge', mergePreview, { params: { id }, query: { former }, token })
    },
    meta: { adminsOnly: true },
  })
}

/** Adds a patient. Returns the likely duplicates instead, if there are any. @throws the server's other refusals */
export async function postPatient(admin: string, body: PatientToAddInput) {
  const options = { body, token: await bearer(admin), readsRefusals: true }
  return call('POST /desk/patients', z.union([patientAdded, likelyDuplicates]), options)
}

/** Changes fields of a record. @throws the server's refusal */
export async function patchPatient(admin: string, id: string, body: PatientChange) {
  return call('PATCH /desk/patients/:id', patientChanged, { params: { id }, body, token: await bearer(admin) })
}

/** Lets an account act for a patient. @throws the server's refusal */
export async function postPatientAccount(admin: string, id: string, body: AccountToAdd): Promise<void> {
  await send('POST /desk/patients/:id/accounts', { params: { id }, body, token: await bearer(admin) })
}

/** Stops an account from acting for a patient. @throws the server's refusal */
export async function deletePatientAccount(admin: string, id: string, email: string): Promise<void> {
  await send('DELETE /desk/patients/:id/accounts/:email', { params: { id, email }, token: await bearer(admin) })
}

/** Makes two records of one again. @throws the server's refusal */
export async function postUndoMerge(admin: string, id: string, joinId: string): Promise<void> {
  await send('POST /desk/patients/:id/joins/:joinId/undo', { params: { id, joinId }, token: await bearer(admin) })
}

/** Makes a code by which a patient reaches their record from their account. */
export async function postRecordCode(admin: string, id: string) {
  return call('POST /desk/patients/:id/code', recordCode, { params: { id }, token: await bearer(admin) })
}

/** Notes that a patient has died. @throws the server's refusal */
export async function putDeath(admin: string, id: string): Promise<void> {
  await send('PUT /desk/patients/:id/death', { params: { id }, token: await bearer(admin) })
}

/** Takes back that a patient has died. @throws the server's refusal */
export async function deleteDeath(admin: string, id: string): Promise<void> {
  await send('DELETE /desk/patients/:id/death', { params: { id }, token: await bearer(admin) })
}

/** Makes one record of two. Returns the appointments that are at one time now. @throws the server's refusal */
export async function postMerge(admin: string, id: string, body: MergeRequest) {
  return (await call('POST /desk/patients/:id/merge', merged, { params: { id }, body, token: await bearer(admin) }))
    .overlaps
}

/** Fetches all data about a patient without an account as a file. */
export async function dataOfPatient(admin: string, id: string, format: ExportFormat): Promise<Blob> {
  const headers = { Authorization: `Bearer ${await bearer(admin)}` }
  return fetchFile(`/desk/patients/${encodeURIComponent(id)}/personalData?format=${format}`, { headers })
}

/** Erases a patient without an account. */
export async function postPatientErasure(admin: string, id: string): Promise<void> {
  await send('POST /desk/patients/:id/erasure', { params: { id }, token: await bearer(admin) })
}

/** Refetches lists, records and searches after a change of a patient. */
export function refreshPatients(client: QueryClient): Promise<unknown> {
  return Promise.all([
    client.invalidateQueries({ queryKey: key }),
    client.invalidateQueries({ queryKey: ['new-appointment'] }),
    client.invalidateQueries({ queryKey: activityKey }),
  ])
}
