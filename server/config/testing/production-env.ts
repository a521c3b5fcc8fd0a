import { sampleClinic } from '#testbed/sample-clinic.ts'

const AUTH_SECRET = 'Zm9yIHRlc3RzIG9ubHksIG5vdCBhIHNlY3JldA'

/** Settings with which a server starts in production. */
export const production = {
  ...sampleClinic,
  NODE_ENV: 'production',
  AUTH_SECRET,
  SANDBOX: 'stripe, google',
  DATABASE: 'embedded',
}

/** Settings of a server that the clinic's network reaches. */
export const LAN = {
  ...{ ...sampleClinic, PUBLIC_URL: 'http://192.168.1.5:3000' },
  ...{ SANDBOX: 'google,stripe', INSECURE_HTTP: 'yes' },
}

export const stripe = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
}
