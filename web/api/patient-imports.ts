import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import {
  type ImportCheck,
  type ImportEncoding,
  type ImportKind,
  type ImportStartInput,
  importDetails,
  listedImport,
} from '#contract/patient/import.ts'
import { bearer } from '#web/api/token/token.ts'
import { call, parseBody, send, toJson } from './http/call.ts'
import { ApiError, toProblem } from './http/errors.ts'
import { fetchFile } from './http/file.ts'
import { uploadForm } from './http/request.ts'

const importsKey = ['patient-imports']
const pollMs = 500

/** Whether an import goes on by itself. */
export const isRunning = (state: string) => ['checking', 'importing', 'undoing'].includes(state)

/** The latest imports, newest first. */
export function importsOf(admin: string) {
  return queryOptions({
    queryKey: [...importsKey, admin],
    queryFn: async () => call('GET /patient-imports', z.array(listedImport), { token: await bearer(admin) }),
    meta: { adminsOnly: true },
  })
}

/** An import, again and again while it runs. */
export function importOf(admin: string, id: string) {
  return queryOptions({
    queryKey: [...importsKey, admin, id],
    queryFn: async () =>
      call('GET /patient-imports/:id', importDetails, { params: { id }, token: await bearer(admin) }),
    refetchInterval: ({ state: { data } }) => (data && isRunning(data.state) ? pollMs : false),
    meta: { adminsOnly: true },
  })
}

/** A file of this computer, and what is in it. */
export type LocalFile = { kind: ImportKind; file: File }

/** Uploads a file and returns its import. Without an encoding, the server recognizes it. @throws like `uploadPhoto` */
export async function uploadImport(
  admin: string,
  { kind, file }: LocalFile,
  { encoding, ...options }: { encoding?: ImportEncoding; onProgress: (sent: number) => void; signal: AbortSignal },
) {
  const headers = { Accept: 'application/json', Authorization: `Bearer ${await bearer(admin)}` }
  const form = new FormData()
  form.set('file', file)
  const query = new URLSearchParams({ kind, ...(encoding && { encoding }) })
  const answer = await uploadForm(`/patient-imports?${query}`, form, { headers, ...options })
  if (answer.status === 200) return parseBody(importDetails, answer.text, answer.headers)
  throw new ApiError(toProblem(answer.status, toJson(answer.text), answer.headers))
}

export async function postImportCheck(admin: string, id: string, body: ImportCheck): Promise<void> {
  await send('POST /patient-imports/:id/check', { params: { id }, body, token: await bearer(admin) })
}

export async function postImportStart(admin: string, id: string, body: ImportStartInput): Promise<void> {
  await send('POST /patient-imports/:id/start', { params: { id }, body, token: await bearer(admin) })
}

export async function postImportCancel(admin: string, id: string): Promise<void> {
  await send('POST /patient-imports/:id/cancel', { params: { id }, token: await bearer(admin) })
}

export async function postImportUndo(admin: string, id: string): Promise<void> {
  await send('POST /patient-imports/:id/undo', { params: { id }, token: await bearer(admin) })
}

/** Fetches all problems of a file as a CSV. */
export async function problemsOf(admin: string, id: string): Promise<Blob> {
  return fetchFile(`/patient-imports/${id}/problems`, { headers: { Authorization: `Bearer ${await bearer(admin)}` } })
}

/** Fetches all patients, or all future appointments, as a CSV. */
export async function exportOf(admin: string, kind: ImportKind): Promise<Blob> {
  return fetchFile(`/patients/export?kind=${kind}`, { headers: { Authorization: `Bearer ${await bearer(admin)}` } })
}

/** Refetches the imports. */
export function refreshImports(client: QueryClient): Promise<unknown> {
  return client.invalidateQueries({ queryKey: importsKey })
}
