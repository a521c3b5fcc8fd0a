import { UnsecuredJWT } from 'jose'
import { pages } from '#contract/site/pages.ts'

// Which caller may use which route. A route that is neither in `accessTable` nor in `publicRoutes` fails a test.

/** `other` is another patient; `expired` and `tampered` send the first patient's credentials, expired or altered. */
export const callers = ['visitor', 'patient', 'other', 'admin', 'expired', 'tampered'] as const
export type Caller = (typeof callers)[number]
type Statuses = [visitor: number, patient: number, other: number, admin: number, expired: number, tampered: number]

/** The records that the requests refer to. `newBooking` returns a request body for a free slot. */
export type TestData = {
  patient: string
  newcomer: string
  bookingId: string
  price: number | undefined
  newBooking: (caller: Caller) => object
}
type Request = { url: string; payload?: object }

/** Each route with the credential to send, the request of `patient`, and the status for each caller. */
export const accessTable: [
  route: string,
  credential: 'token' | 'cookie',
  request: (data: TestData, caller: Caller) => Request,
  statuses: Statuses,
][] = [
  ['GET /service', 'token', () => ({ url: '/service' }), [200, 200, 200, 200, 200, 200]],
  ['GET /available', 'token', () => ({ url: '/available?date=May 1, 2026' }), [200, 200, 200, 200, 200, 200]],
  ['GET /available/month', 'token', () => ({ url: '/available/month?month=2026-05' }), [200, 200, 200, 200, 200, 200]],
  ['GET /available/next', 'token', () => ({ url: '/available/next?date=May 1, 2026' }), [200, 200, 200, 200, 200, 200]],
  [
    'GET /available/doctors',
    'token',
    () => ({ url: '/available/doctors?date=May 1, 2026&treatment=00000000-0000-4000-8000-000000000000' }),
    [200, 200, 200, 200, 200, 200],
  ],
  [
    'PUT /user/:email',
    'cookie',
    ({ patient }) => ({ url: `/user/${patient}`, payload: { email: patient } }),
    [401, 200, 403, 403, 401, 401],
  ],
  [
    'PUT /user/:email',
    'token',
    ({ patient }) => ({ url: `/user/${patient}`, payload: { email: patient } }),
    [401, 401, 401, 401, 401, 401],
  ],
  [
    'GET /api/auth/verify-email',
    'cookie',
    ({ patient }) => ({ url: `/api/auth/verify-email?token=${new UnsecuredJWT({ email: patient }).encode()}` }),
    // The patient is authorized; the forged token is then rejected.
    [401, 401, 403, 403, 401, 401],
  ],
  ['GET /api/auth/account', 'cookie', () => ({ url: '/api/auth/account' }), [401, 200, 200, 200, 401, 401]],
  ['GET /api/auth/account', 'token', () => ({ url: '/api/auth/account' }), [401, 401, 401, 401, 401, 401]],
  ['GET /api/auth/devices', 'cookie', () => ({ url: '/api/auth/devices' }), [401, 200, 200, 200, 401, 401]],
  ['DELETE /api/auth/devices', 'cookie', () => ({ url: '/api/auth/devices' }), [401, 204, 204, 204, 401, 401]],
  [
    'DELETE /api/auth/devices/:id',
    'cookie',
    () => ({ url: '/api/auth/devices/unknown' }),
    [401, 404, 404, 404, 401, 401],
  ],
  [
    'POST /api/auth/change-password',
    'cookie',
    () => ({ url: '/api/auth/change-password', payload: {} }),
    // Every signed-in user is authorized; the empty body is then rejected.
    [401, 400, 400, 400, 401, 401],
  ],
  ['GET /admin/:email', 'token', ({ patient }) => ({ url: `/admin/${patient}` }), [401, 200, 403, 200, 401, 401]],
  ['GET /user', 'token', () => ({ url: '/user' }), [401, 403, 403, 200, 401, 401]],
  ['GET /user', 'cookie', () => ({ url: '/user' }), [401, 401, 401, 401, 401, 401]],
  [
    'PUT /user/admin/:email',
    'token',
    ({ newcomer }) => ({ url: `/user/admin/${newcomer}` }),
    [401, 403, 403, 200, 401, 401],
  ],
  [
    'PUT /user/admin/:email',
    'cookie',
    ({ newcomer }) => ({ url: `/user/admin/${newcomer}` }),
    [401, 401, 401, 401, 401, 401],
  ],
  [
    'DELETE /user/admin/:email',
    'token',
    ({ newcomer }) => ({ url: `/user/admin/${newcomer}` }),
    [401, 403, 403, 200, 401, 401],
  ],
  [
    'DELETE /user/admin/:email',
    'cookie',
    ({ newcomer }) => ({ url: `/user/admin/${newcomer}` }),
    [401, 401, 401, 401, 401, 401],
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
  ['GET /audit', 'token', () => ({ url: '/audit' }), [401, 403, 403, 200, 401, 401]],
  ['GET /calendar', 'token', () => ({ url: '/calendar' }), [401, 403, 403, 200, 401, 401]],
  ['GET /calendar', 'cookie', () => ({ url: '/calendar' }), [401, 401, 401, 401, 401, 401]],
  ['GET /calendar/attention', 'token', () => ({ url: '/calendar/attention' }), [401, 403, 403, 200, 401, 401]],
  [
    'GET /calendar/attention/:id/times',
    'token',
    () => ({ url: '/calendar/attention/00000000-0000-4000-8000-000000000000/times?date=May 1, 2026' }),
    [401, 403, 403, 404, 401, 401],
  ],
  [
    'POST /calendar/attention/:id',
    'token',
    () => ({ url: '/calendar/attention/00000000-0000-4000-8000-000000000000', payload: { action: 'cancel' } }),
    [401, 403, 403, 404, 401, 401],
  ],
  // The admin is authorized; the empty body is then rejected.
  ['POST /calendar', 'token', () => ({ url: '/calendar', payload: {} }), [401, 403, 403, 400, 401, 401]],
  ['POST /calendar', 'cookie', () => ({ url: '/calendar', payload: {} }), [401, 401, 401, 401, 401, 401]],
  ['GET /doctor', 'token', () => ({ url: '/doctor' }), [401, 403, 403, 200, 401, 401]],
  ['GET /doctor', 'cookie', () => ({ url: '/doctor' }), [401, 401, 401, 401, 401, 401]],
  // The admin is authorized; the empty body is then rejected.
  ['POST /doctor', 'token', () => ({ url: '/doctor', payload: {} }), [401, 403, 403, 400, 401, 401]],
  ['POST /doctor', 'cookie', () => ({ url: '/doctor', payload: {} }), [401, 401, 401, 401, 401, 401]],
  ['DELETE /doctor/:email', 'token', () => ({ url: '/doctor/a@example.org' }), [401, 403, 403, 200, 401, 401]],
  ['DELETE /doctor/:email', 'cookie', () => ({ url: '/doctor/a@example.org' }), [401, 401, 401, 401, 401, 401]],
  ['POST /image', 'token', () => ({ url: '/image', payload: {} }), [401, 403, 403, 400, 401, 401]],
  ['POST /image', 'cookie', () => ({ url: '/image', payload: {} }), [401, 403, 403, 400, 401, 401]],
  [
    'POST /booking',
    'token',
    ({ newBooking }, caller) => ({ url: '/booking', payload: newBooking(caller) }),
    [401, 201, 403, 403, 401, 401],
  ],
  [
    'POST /booking',
    'cookie',
    ({ newBooking }, caller) => ({ url: '/booking', payload: newBooking(caller) }),
    [401, 201, 403, 403, 401, 401],
  ],
  ['GET /booking', 'token', ({ patient }) => ({ url: `/booking?patient=${patient}` }), [401, 200, 403, 200, 401, 401]],
  ['GET /booking/:id', 'token', ({ bookingId }) => ({ url: `/booking/${bookingId}` }), [401, 200, 404, 200, 401, 401]],
  [
    'PATCH /booking/:id/time',
    'token',
    ({ bookingId }) => ({
      url: `/booking/${bookingId}/time`,
      payload: { date: 'May 1, 2026', slot: '06.00 AM - 06.30 AM' },
    }),
    // The patient is authorized; the clinic is closed then.
    [401, 400, 404, 404, 401, 401],
  ],
  [
    'POST /create-payment-intent',
    'token',
    ({ bookingId, price }) => ({ url: '/create-payment-intent', payload: { price, appointment: bookingId } }),
    [401, 200, 404, 404, 401, 401],
  ],
  [
    'PATCH /booking/:id',
    'token',
    ({ bookingId }) => ({
      url: `/booking/${bookingId}`,
      payload: { appointment: bookingId, transactionId: 'pi_unknown' },
    }),
    [401, 402, 404, 404, 401, 401],
  ],
  [
    'PATCH /booking/:id',
    'cookie',
    ({ bookingId }) => ({ url: `/booking/${bookingId}`, payload: {} }),
    [401, 401, 401, 401, 401, 401],
  ],
  // Last, because the appointment is gone afterwards.
  [
    'POST /booking/:id/cancel',
    'token',
    ({ bookingId }) => ({ url: `/booking/${bookingId}/cancel`, payload: { reason: 'ill' } }),
    [401, 200, 404, 404, 401, 401],
  ],
]

/** Routes that anyone may use: pages, descriptions, sandboxes, and the calls that sign in, sign out or send an email. */
export const publicRoutes: (string | RegExp)[] = [
  ...Object.values(pages).map((page) => `GET ${page}`),
  ...['/robots.txt', '/sitemap.xml', '/manifest.webmanifest'].map((url) => `GET ${url}`),
  ...['/healthz', '/readyz', '/openapi.json', '/api/auth/get-session', '/api/auth/callback/google'].map(
    (url) => `GET ${url}`,
  ),
  ...['sign-up/email', 'sign-in/email', 'sign-in/google', 'sign-out'].map((call) => `POST /api/auth/${call}`),
  ...['request-password-reset', 'reset-password', 'send-verification-email'].map((call) => `POST /api/auth/${call}`),
  // Browsers request images without a token; the ids are random.
  ...['/image/:id', '/image/:id/small'].map((url) => `GET ${url}`),
  /^GET \/(assets|brand|fonts|reference)(\/|$)/,
  /^[A-Z-]+ \/sandbox\//,
  // The card sandbox's API listens on its own port and accepts only its secret key.
  /^[A-Z]+ \/v1\//,
  // The card provider signs its requests.
  'POST /webhook/stripe',
]
