import { pages } from '#contract/site/pages.ts'

/** Routes that anyone may use: pages, descriptions, sandboxes, and the calls that sign in, sign out or send an
 *  email. */
export const publicRoutes: (string | RegExp)[] = [
  ...Object.values(pages).map((page) => `GET ${page}`),
  ...['/robots.txt', '/sitemap.xml', '/manifest.webmanifest', '/offline.js'].map((url) => `GET ${url}`),
  ...['/healthz', '/readyz', '/openapi.json', '/api/auth/get-session', '/api/auth/callback/google'].map(
    (url) => `GET ${url}`,
  ),
  ...['sign-up/email', 'sign-in/email', 'sign-in/google', 'sign-out'].map((call) => `POST /api/auth/${call}`),
  ...['two-factor/verify-totp', 'two-factor/verify-backup-code', 'passkey/verify-authentication'].map(
    (call) => `POST /api/auth/${call}`,
  ),
  'GET /api/auth/passkey/generate-authenticate-options',
  ...['request-password-reset', 'reset-password', 'send-verification-email'].map((call) => `POST /api/auth/${call}`),
  // The token in the body is the credential.
  'POST /clinic/first-admin',
  ...['', '/move', '/cancel', '/calendar.ics', '/payment-intent', '/payment'].map(
    (call) => `POST /appointment-link${call}`,
  ),
  ...['', '/book', '/snooze', '/stop'].map((call) => `POST /recall-link${call}`),
  ...['', '/change'].map((call) => `POST /recall-stop${call}`),
  ...['GET', 'POST'].map((method) => `${method} /unsubscribe/:token`),
  ...['', '/take', '/leave'].map((call) => `POST /waiting-list/offer${call}`),
  ...['', '/account'].map((call) => `POST /staff-invitation${call}`),
  // The signature in the address is the credential.
  'GET /calendar/feed/:file',
  // Browsers request images without a token; the ids are random.
  ...['/image/:id', '/image/:id/small', '/image/:id/:version'].map((url) => `GET ${url}`),
  /^GET \/(assets|brand|fonts|reference)(\/|$)/,
  /^[A-Z-]+ \/sandbox\//,
  // The card sandbox's API listens on its own port and accepts only its secret key.
  /^[A-Z]+ \/v1\//,
  // The providers sign their requests.
  'POST /webhook/stripe',
  'POST /webhook/text',
]
