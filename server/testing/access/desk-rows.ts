import type { AccessRow } from './caller.ts'

/** The calls of the desk. */
export const deskRows: AccessRow[] = [
  [
    'GET /desk/appointments/:id/payment',
    'token',
    ({ bookingId }) => ({ url: `/desk/appointments/${bookingId}/payment` }),
    [401, 403, 403, 200, 401, 401],
  ],
  [
    'POST /desk/appointments/:id/refund',
    'token',
    ({ bookingId }) => ({
      url: `/desk/appointments/${bookingId}/refund`,
      payload: { requestId: '019a0000-0000-7000-8000-000000000000', amount: 1 },
    }),
    [401, 403, 403, 409, 401, 401],
  ],
  [
    'POST /desk/appointments/:id/cancel',
    'token',
    ({ bookingId }) => ({ url: `/desk/appointments/${bookingId}/cancel`, payload: { refund: 1 } }),
    [401, 403, 403, 409, 401, 401],
  ],
  [
    'POST /desk/refunds/:id/retry',
    'token',
    () => ({ url: '/desk/refunds/019a0000-0000-7000-8000-000000000000/retry' }),
    [401, 403, 403, 404, 401, 401],
  ],
  ['GET /desk/patients', 'token', () => ({ url: '/desk/patients?search=ann' }), [401, 403, 403, 200, 401, 401]],
  ['GET /desk/patients', 'cookie', () => ({ url: '/desk/patients?search=ann' }), [401, 401, 401, 401, 401, 401]],
  [
    'GET /desk/times',
    'token',
    () => ({ url: '/desk/times?date=May 1, 2026&treatment=00000000-0000-4000-8000-000000000000' }),
    [401, 403, 403, 200, 401, 401],
  ],
  // The admin is authorized; the empty body is then rejected.
  [
    'POST /desk/appointments',
    'token',
    () => ({ url: '/desk/appointments', payload: {} }),
    [401, 403, 403, 400, 401, 401],
  ],
  [
    'POST /desk/appointments',
    'cookie',
    () => ({ url: '/desk/appointments', payload: {} }),
    [401, 401, 401, 401, 401, 401],
  ],
  ['GET /desk/day', 'token', () => ({ url: '/desk/day?date=May 1, 2026' }), [401, 403, 403, 200, 401, 401]],
  ['GET /desk/day', 'cookie', () => ({ url: '/desk/day?date=May 1, 2026' }), [401, 401, 401, 401, 401, 401]],
  // The admin is authorized; without `Accept: text/event-stream` there is no stream.
  ['GET /desk/events', 'token', () => ({ url: '/desk/events' }), [401, 403, 403, 406, 401, 401]],
  [
    'GET /desk/appointments/:id/times',
    'token',
    ({ bookingId }) => ({ url: `/desk/appointments/${bookingId}/times?date=May 1, 2026` }),
    [401, 403, 403, 200, 401, 401],
  ],
  [
    'PATCH /desk/appointments/:id/status',
    'token',
    // The admin is authorized; the appointment has not begun.
    ({ bookingId }) => ({
      url: `/desk/appointments/${bookingId}/status`,
      payload: { status: 'done', from: 'booked' },
    }),
    [401, 403, 403, 409, 401, 401],
  ],
  [
    'PATCH /desk/appointments/:id/note',
    'token',
    ({ bookingId }) => ({ url: `/desk/appointments/${bookingId}/note`, payload: { note: 'Wheelchair' } }),
    [401, 403, 403, 200, 401, 401],
  ],
  [
    'PATCH /desk/appointments/:id/time',
    'token',
    // The admin is authorized; the clinic is closed then.
    ({ bookingId }) => ({
      url: `/desk/appointments/${bookingId}/time`,
      payload: { date: 'May 1, 2026', slot: '06.00 AM - 06.30 AM' },
    }),
    [401, 403, 403, 400, 401, 401],
  ],
]
