import type { AccessRow } from './caller.ts'

const everyAccount = (status: number): AccessRow[3] => [401, status, status, status, 401, 401, status]

/** The routes for the people for whom an account may act. Nobody acts for the patient `unknown`, and an empty body is
 *  refused after the caller was authorized. */
export const accountPatientRows: AccessRow[] = [
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
    'POST /account/patients/:id/hand-over',
    'token',
    () => ({ url: '/account/patients/unknown/hand-over', payload: {} }),
    everyAccount(400),
  ],
  [
    'POST /account/patients/shared',
    'token',
    () => ({ url: '/account/patients/shared', payload: { token: 'forged' } }),
    everyAccount(404),
  ],
  ['GET /account/record', 'token', () => ({ url: '/account/record' }), everyAccount(200)],
  ['POST /account/record', 'token', () => ({ url: '/account/record', payload: {} }), everyAccount(400)],
  [
    'POST /account/patients/:id/accounts/:userId/agree',
    'token',
    () => ({ url: '/account/patients/unknown/accounts/unknown/agree' }),
    everyAccount(404),
  ],
  [
    'POST /account/patients/:id/text-code',
    'token',
    () => ({ url: '/account/patients/unknown/text-code', payload: {} }),
    everyAccount(404),
  ],
  [
    'POST /account/patients/:id/text-code/confirm',
    'token',
    () => ({ url: '/account/patients/unknown/text-code/confirm', payload: { code: '000000' } }),
    everyAccount(404),
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
  ['GET /api/auth/email', 'cookie', () => ({ url: '/api/auth/email' }), everyAccount(200)],
  ['DELETE /api/auth/email', 'cookie', () => ({ url: '/api/auth/email' }), everyAccount(204)],
  [
    'POST /api/auth/email/confirm',
    'cookie',
    () => ({ url: '/api/auth/email/confirm', payload: { token: 'forged' } }),
    everyAccount(404),
  ],
  ['POST /api/auth/email', 'cookie', () => ({ url: '/api/auth/email', payload: {} }), everyAccount(400)],
]
