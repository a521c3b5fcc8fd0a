import { UnsecuredJWT } from 'jose'
import { accountPatientRows } from './account-patient-rows.ts'
import { accountRows } from './account-rows.ts'
import type { AccessRow } from './caller.ts'
import { waitingRows } from './waiting-rows.ts'

// Which caller may use which route. A route whose guard requires a permission of staff is tested without a row. Any
// other route that is neither in `accessTable` nor in `publicRoutes` fails a test.

/** All routes that not everyone may use, except those for staff. */
export const accessTable: AccessRow[] = [
  ...accountRows,
  ...accountPatientRows,
  ...waitingRows,
  ['GET /service', 'token', () => ({ url: '/service' }), [200, 200, 200, 200, 200, 200, 200]],
  ['GET /available', 'token', () => ({ url: '/available?date=May 1, 2026' }), [200, 200, 200, 200, 200, 200, 200]],
  [
    'GET /available/month',
    'token',
    () => ({ url: '/available/month?month=2026-05' }),
    [200, 200, 200, 200, 200, 200, 200],
  ],
  [
    'GET /available/next',
    'token',
    () => ({ url: '/available/next?date=May 1, 2026' }),
    [200, 200, 200, 200, 200, 200, 200],
  ],
  ['GET /available/soon', 'token', () => ({ url: '/available/soon' }), [200, 200, 200, 200, 200, 200, 200]],
  ['GET /offer', 'token', () => ({ url: '/offer' }), [200, 200, 200, 200, 200, 200, 200]],
  [
    'GET /available/doctors',
    'token',
    () => ({ url: '/available/doctors?date=May 1, 2026&treatment=00000000-0000-4000-8000-000000000000' }),
    [200, 200, 200, 200, 200, 200, 200],
  ],
  [
    'PUT /user/:email',
    'cookie',
    ({ patient }) => ({ url: `/user/${patient}`, payload: { email: patient } }),
    [401, 200, 403, 403, 401, 401, 403],
  ],
  [
    'PUT /user/:email',
    'token',
    ({ patient }) => ({ url: `/user/${patient}`, payload: { email: patient } }),
    [401, 401, 401, 401, 401, 401, 401],
  ],
  [
    'POST /api/auth/verify-email',
    'cookie',
    ({ patient }) => ({
      url: '/api/auth/verify-email',
      payload: { token: new UnsecuredJWT({ email: patient }).encode() },
    }),
    // The patient is authorized; the forged token is then rejected.
    [401, 401, 403, 403, 401, 401, 403],
  ],
  ['GET /api/auth/account', 'cookie', () => ({ url: '/api/auth/account' }), [401, 200, 200, 200, 401, 401, 200]],
  ['GET /api/auth/account', 'token', () => ({ url: '/api/auth/account' }), [401, 401, 401, 401, 401, 401, 401]],
  ['GET /api/auth/devices', 'cookie', () => ({ url: '/api/auth/devices' }), [401, 200, 200, 200, 401, 401, 200]],
  ['DELETE /api/auth/devices', 'cookie', () => ({ url: '/api/auth/devices' }), [401, 204, 204, 204, 401, 401, 204]],
  [
    'DELETE /api/auth/devices/:id',
    'cookie',
    () => ({ url: '/api/auth/devices/unknown' }),
    [401, 404, 404, 404, 401, 401, 404],
  ],
  [
    'POST /api/auth/change-password',
    'cookie',
    () => ({ url: '/api/auth/change-password', payload: {} }),
    // Every signed-in user is authorized; the empty body is then rejected.
    [401, 400, 400, 400, 401, 401, 400],
  ],
  ['GET /admin/:email', 'token', ({ patient }) => ({ url: `/admin/${patient}` }), [401, 200, 403, 200, 401, 401, 403]],
  ['PUT /calendar/feed', 'token', () => ({ url: '/calendar/feed' }), [401, 200, 200, 200, 401, 401, 200]],
  ['PUT /calendar/feed', 'cookie', () => ({ url: '/calendar/feed' }), [401, 401, 401, 401, 401, 401, 401]],
  ['POST /calendar/feed/renew', 'token', () => ({ url: '/calendar/feed/renew' }), [401, 200, 200, 200, 401, 401, 200]],
  ['POST /calendar/feed/renew', 'cookie', () => ({ url: '/calendar/feed/renew' }), [401, 401, 401, 401, 401, 401, 401]],
  [
    'POST /booking',
    'token',
    ({ newBooking }, caller) => ({ url: '/booking', payload: newBooking(caller) }),
    [401, 201, 403, 403, 401, 401, 403],
  ],
  [
    'POST /booking',
    'cookie',
    ({ newBooking }, caller) => ({ url: '/booking', payload: newBooking(caller) }),
    [401, 201, 403, 403, 401, 401, 403],
  ],
  [
    'GET /booking',
    'token',
    ({ patient }) => ({ url: `/booking?patient=${patient}` }),
    [401, 200, 403, 200, 401, 401, 403],
  ],
  [
    'GET /booking/:id',
    'token',
    ({ bookingId }) => ({ url: `/booking/${bookingId}` }),
    [401, 200, 404, 200, 401, 401, 403],
  ],
  [
    'GET /booking/:id/calendar.ics',
    'token',
    ({ bookingId }) => ({ url: `/booking/${bookingId}/calendar.ics` }),
    [401, 200, 404, 200, 401, 401, 403],
  ],
  [
    'GET /booking/:id/receipt',
    'token',
    ({ bookingId }) => ({ url: `/booking/${bookingId}/receipt` }),
    [401, 200, 404, 200, 401, 401, 403],
  ],
  [
    'GET /booking/:id/receipt.pdf',
    'token',
    ({ bookingId }) => ({ url: `/booking/${bookingId}/receipt.pdf` }),
    // Nothing is paid, so that there is no receipt.
    [401, 404, 404, 404, 401, 401, 403],
  ],
  [
    'PATCH /booking/:id/time',
    'token',
    ({ bookingId }) => ({
      url: `/booking/${bookingId}/time`,
      payload: { date: 'May 1, 2026', slot: '06.00 AM - 06.30 AM' },
    }),
    // The patient is authorized; the clinic is closed then.
    [401, 400, 404, 404, 401, 401, 404],
  ],
  [
    'POST /create-payment-intent',
    'token',
    ({ bookingId, price }) => ({ url: '/create-payment-intent', payload: { price, appointment: bookingId } }),
    [401, 200, 404, 404, 401, 401, 404],
  ],
  [
    'PATCH /booking/:id',
    'token',
    ({ bookingId }) => ({
      url: `/booking/${bookingId}`,
      payload: { appointment: bookingId, transactionId: 'pi_unknown' },
    }),
    [401, 402, 404, 404, 401, 401, 404],
  ],
  [
    'PATCH /booking/:id',
    'cookie',
    ({ bookingId }) => ({ url: `/booking/${bookingId}`, payload: {} }),
    [401, 401, 401, 401, 401, 401, 401],
  ],
  // Last, because the appointment is gone afterwards.
  [
    'POST /booking/:id/cancel',
    'token',
    ({ bookingId }) => ({ url: `/booking/${bookingId}/cancel`, payload: { reason: 'ill' } }),
    [401, 200, 404, 404, 401, 401, 404],
  ],
]
