import type { AccessRow } from './caller.ts'

const everyAccount = (status: number): AccessRow[3] => [401, status, status, status, 401, 401, status]

/** The routes for the people for whom an account may act. Nobody acts for the patient `unknown`, and an empty body is
 *  refused after the caller was authorized. */
export const personRows: AccessRow[] = [
  ['GET /account/patients', 'token', () => ({ url: '/account/patients' }), everyAccount(200)],
  ['POST /account/patients', 'token', () => ({ url: '/account/patients', payload: {} }), everyAccount(400)],
  [
    'PATCH /account/patients/:id',
    'token',
    () => ({ url: '/account/patients/unknown', payload: {} }),
    everyAccount(404),
  ],
  ['DELETE /account/patients/:id', 'token', () => ({ url: '/account/patients/unknown' }), everyAccount(404)],
  [
    'POST /account/patients/:id/share',
    'token',
    () => ({ url: '/account/patients/unknown/share', payload: {} }),
    everyAccount(400),
  ],
  [
    'POST /account/patients/accept',
    'token',
    () => ({ url: '/account/patients/accept', payload: { token: 'forged' } }),
    everyAccount(404),
  ],
  [
    'DELETE /account/patients/:id/accounts/:userId',
    'token',
    () => ({ url: '/account/patients/unknown/accounts/unknown' }),
    everyAccount(404),
  ],
  ['POST /api/auth/email', 'cookie', () => ({ url: '/api/auth/email', payload: {} }), everyAccount(400)],
]
