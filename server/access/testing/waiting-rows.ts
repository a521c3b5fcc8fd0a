import type { AccessRow } from './caller.ts'

const everyAccount = (status: number): AccessRow[3] => [401, status, status, status, 401, 401, status]
const unknown = '00000000-0000-4000-8000-000000000000'

/** The routes of the waiting list for patients. Nobody has the entry, and an empty body is refused after the caller was
 *  authorized. */
export const waitingRows: AccessRow[] = [
  ['GET /waiting-list', 'token', () => ({ url: '/waiting-list' }), everyAccount(200)],
  ['POST /waiting-list', 'token', () => ({ url: '/waiting-list', payload: {} }), everyAccount(400)],
  ['DELETE /waiting-list/:id', 'token', () => ({ url: `/waiting-list/${unknown}` }), everyAccount(404)],
  [
    'GET /waiting-list/dentists',
    'token',
    () => ({ url: `/waiting-list/dentists?treatment=${unknown}` }),
    everyAccount(200),
  ],
]
