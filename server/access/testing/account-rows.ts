import type { AccessRow } from './caller.ts'

/** The routes about the caller's own account. A wrong password and a missing app are refused after the caller was
 *  authorized. */
export const accountRows: AccessRow[] = [
  [
    'POST /api/auth/confirm',
    'cookie',
    () => ({ url: '/api/auth/confirm', payload: { password: 'not the one' } }),
    [401, 400, 400, 400, 401, 401, 400],
  ],
  ...['enable', 'disable', 'generate-backup-codes'].map(
    (call): AccessRow => [
      `POST /api/auth/two-factor/${call}`,
      'cookie',
      () => ({ url: `/api/auth/two-factor/${call}`, payload: { password: 'not the one' } }),
      [401, 400, 400, 400, 401, 401, 400],
    ],
  ),
  [
    'POST /staff-invitation/accept',
    'cookie',
    () => ({ url: '/staff-invitation/accept', payload: { token: 'made-up' } }),
    // Every signed-in user is authorized; there is no such invitation.
    [401, 404, 404, 404, 401, 401, 404],
  ],
  [
    'GET /api/auth/personal-data',
    'cookie',
    () => ({ url: '/api/auth/personal-data' }),
    [401, 200, 200, 200, 401, 401, 200],
  ],
  [
    'POST /api/auth/erasure',
    'cookie',
    ({ patient }) => ({ url: '/api/auth/erasure', payload: { email: patient } }),
    // The patient has an upcoming appointment.
    [401, 409, 403, 403, 401, 401, 403],
  ],
  ['GET /api/auth/passkeys', 'cookie', () => ({ url: '/api/auth/passkeys' }), [401, 200, 200, 200, 401, 401, 200]],
  [
    'DELETE /api/auth/passkeys/:id',
    'cookie',
    () => ({ url: '/api/auth/passkeys/unknown' }),
    [401, 404, 404, 404, 401, 401, 404],
  ],
  [
    'GET /api/auth/passkey/generate-register-options',
    'cookie',
    () => ({ url: '/api/auth/passkey/generate-register-options' }),
    [401, 409, 409, 409, 401, 401, 409],
  ],
  [
    'POST /api/auth/passkey/verify-registration',
    'cookie',
    () => ({
      url: '/api/auth/passkey/verify-registration',
      payload: { name: 'Phone', response: { id: 'a', rawId: 'a', type: 'public-key', response: {} } },
    }),
    [401, 409, 409, 409, 401, 401, 409],
  ],
]
