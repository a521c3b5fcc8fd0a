import { z } from 'zod/mini'
import { calls } from '../kit/call.ts'
import { importCheck, importDetails, importStart, listedImport } from '../patient/import.ts'

const params = z.object({ id: z.uuid({ error: 'An import’s id is needed' }) })
const access = { staff: 'import-patients' } as const

/** The calls that import patients and appointments. The upload and the files are routes of their own. */
export const patientImportCalls = calls('patient import', {
  listImports: {
    summary: 'The latest imports, newest first',
    method: 'GET',
    path: '/patient-imports',
    access,
    answers: { 200: z.array(listedImport) },
  },
  readImport: {
    summary: 'An import with its columns, problems and duplicates',
    method: 'GET',
    path: '/patient-imports/:id',
    access,
    params,
    answers: { 200: importDetails },
    problems: [404],
  },
  checkImport: {
    summary: 'Check the rows of a file, without a change',
    ...{ method: 'POST', path: '/patient-imports/:id/check', access, params },
    body: importCheck,
    answers: { 200: listedImport },
    problems: [404, 409],
  },
  startImport: {
    summary: 'Import the rows of a file that was checked',
    ...{ method: 'POST', path: '/patient-imports/:id/start', access, params },
    body: importStart,
    answers: { 200: listedImport },
    problems: [404, 409],
  },
  cancelImport: {
    summary: 'Cancel an import, and take back what it did',
    ...{ method: 'POST', path: '/patient-imports/:id/cancel', access, params },
    answers: { 200: z.object({ success: z.literal(true) }) },
    problems: [404, 409],
  },
  undoImport: {
    summary: 'Take an import back',
    ...{ method: 'POST', path: '/patient-imports/:id/undo', access, params },
    answers: { 200: listedImport },
    problems: [404, 409],
  },
})
