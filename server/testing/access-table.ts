import { UnsecuredJWT } from 'jose'
import { pages } from '#contract/site/pages.ts'

// Who may call what. A route of the app that is neither in `table` nor in `open` fails the last test.

/** Who calls: `other` is another patient; the last two have a patient's proof that has run out, or was changed. */
export const callers = ['visitor', 'patient', 'other', 'admin', 'expired', 'tampered'] as const
export type Who = (typeof callers)[number]
type Answers = [visitor: number, patient: number, other: number, admin: number, expired: number, tampered: number]

/** What the calls are about. */
export type Stage = {
  patient: string
  newcomer: string
  bookingId: string
  price: number | undefined
  wanted: (who: Who) => object
}
type Wanted = { url: string; payload?: object }

/** Each route as `patient` would call it for themselves, by which proof, and what each caller is answered. */
export const table: [
  route: string,
  proof: 'token' | 'cookie',
  call: (stage: Stage, who: Who) => Wanted,
  answers: Answers,
][] = [
  ['GET /service', 'token', () => ({ url: '/service' }), [200, 200, 200, 200, 200, 200]],
  ['GET /available', 'token', () => ({ url: '/available?date=May 1, 2026' }), [200, 200, 200, 200, 200, 200]],
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
    // The patient gets as far as to be told that the token is forged.
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
    // Whoever is signed in gets as far as to be told what is missing.
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
  ['GET /audit', 'token', () => ({ url: '/audit' }), [401, 403, 403, 200, 401, 401]],
  ['GET /doctor', 'token', () => ({ url: '/doctor' }), [401, 403, 403, 200, 401, 401]],
  ['GET /doctor', 'cookie', () => ({ url: '/doctor' }), [401, 401, 401, 401, 401, 401]],
  // The admin gets as far as to be told what is missing.
  ['POST /doctor', 'token', () => ({ url: '/doctor', payload: {} }), [401, 403, 403, 400, 401, 401]],
  ['POST /doctor', 'cookie', () => ({ url: '/doctor', payload: {} }), [401, 401, 401, 401, 401, 401]],
  ['DELETE /doctor/:email', 'token', () => ({ url: '/doctor/a@example.org' }), [401, 403, 403, 200, 401, 401]],
  ['DELETE /doctor/:email', 'cookie', () => ({ url: '/doctor/a@example.org' }), [401, 401, 401, 401, 401, 401]],
  ['POST /image', 'token', () => ({ url: '/image', payload: {} }), [401, 403, 403, 400, 401, 401]],
  ['POST /image', 'cookie', () => ({ url: '/image', payload: {} }), [401, 403, 403, 400, 401, 401]],
  [
    'POST /booking',
    'token',
    ({ wanted }, who) => ({ url: '/booking', payload: wanted(who) }),
    [401, 201, 403, 403, 401, 401],
  ],
  [
    'POST /booking',
    'cookie',
    ({ wanted }, who) => ({ url: '/booking', payload: wanted(who) }),
    [401, 201, 403, 403, 401, 401],
  ],
  ['GET /booking', 'token', ({ patient }) => ({ url: `/booking?patient=${patient}` }), [401, 200, 403, 200, 401, 401]],
  ['GET /booking/:id', 'token', ({ bookingId }) => ({ url: `/booking/${bookingId}` }), [401, 200, 404, 200, 401, 401]],
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
]

/** For everybody, on purpose: pages, descriptions, stand-ins, and the calls that sign in, sign out or ask for a mail. */
export const open: (string | RegExp)[] = [
  ...Object.values(pages).map((page) => `GET ${page}`),
  ...['/robots.txt', '/sitemap.xml', '/manifest.webmanifest'].map((url) => `GET ${url}`),
  ...['/healthz', '/readyz', '/openapi.json', '/api/auth/get-session', '/api/auth/callback/google'].map(
    (url) => `GET ${url}`,
  ),
  ...['sign-up/email', 'sign-in/email', 'sign-in/google', 'sign-out'].map((way) => `POST /api/auth/${way}`),
  ...['request-password-reset', 'reset-password', 'send-verification-email'].map((way) => `POST /api/auth/${way}`),
  // Pictures are asked for without a token; their ids are random.
  ...['/image/:id', '/image/:id/small'].map((url) => `GET ${url}`),
  /^GET \/(assets|brand|fonts|reference)(\/|$)/,
  /^[A-Z-]+ \/sandbox\//,
  // The card sandbox's API, on a port of its own, takes its secret key and nothing else.
  /^[A-Z]+ \/v1\//,
  // Signed by the card provider.
  'POST /webhook/stripe',
]
