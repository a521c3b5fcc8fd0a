import { z } from 'zod/mini'
import type { Calls } from '../kit/call.ts'
import { importCheck, importDetails, importStart, listedImport } from '../patient/import.ts'

const params = z.object({ id: z.uuid({ error: 'An import’s id is needed' }) })
const access = { staff: 'import-patients' } as const

/** The calls that import patients and appointments. The upload and the files are routes of their own. */
export const patientImportCalls = {
  listImports: { method: 'GET', path: '/patient-imports', access, answers: { 200: z.array(listedImport) } },
  readImport: { method: 'GET', path: '/patient-imports/:id', access, params, answers: { 200: importDetails } },
  checkImport: {
    ...{ method: 'POST', path: '/patient-imports/:id/check', access, params },
    body: importCheck,
    answers: { 200: listedImport },
  },
  startImport: {
    ...{ method: 'POST', path: '/patient-imports/:id/start', access, params },
    body: importStart,
    answers: { 200: listedImport },
  },
  cancelImport: {
    ...{ method: 'POST', path: '/patient-imports/:id/cancel', access, params },
    answers: { 200: z.object({ success: z.literal(true) }) },
  },
  undoImport: {
    ...{ method: 'POST', path: '/patient-imports/:id/undo', access, params },
    answers: { 200: listedImport },
  },
} as const satisfies Calls
