import { expect, it } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { privacyFacts } from './privacy-facts.ts'

it('names the sandboxes and the default times of a clinic without accounts elsewhere', () => {
  const { services, ...times } = privacyFacts(readConfig({}))
  expect(services.split('\n')).toEqual([
    expect.stringContaining('No card is charged'),
    expect.stringContaining('Google learns nothing'),
    expect.stringContaining('outbox'),
    expect.stringContaining('Text messages: none'),
  ])
  expect(times).toEqual({ unconfirmed: '30 days', emails: '1 year', audit: '3 years' })
})

it('names every service that is set up, and other times', () => {
  const { services, ...times } = privacyFacts(
    readConfig({
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
      GOOGLE_CLIENT_ID: 'id',
      GOOGLE_CLIENT_SECRET: 'secret',
      SMTP_URL: 'smtp://mail.example.org',
      ...{ TEXT_ACCOUNT: 'AC1', TEXT_TOKEN: 'token', TEXT_FROM: '+12125550100' },
      IMAGE_HOST_URL: 'https://images.example.org',
      IMAGE_HOST_KEY: 'key',
      BREACHED_PASSWORDS_URL: 'https://passwords.example.org',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318',
      RETAIN_UNCONFIRMED_DAYS: '1',
      RETAIN_EMAILS_DAYS: '400',
    }),
  )
  for (const word of [
    'Stripe',
    'continue with Google',
    'mail server',
    'gets your number',
    'image host',
    'SHA-1',
    'monitoring',
  ])
    expect(services).toContain(word)
  expect(times).toEqual({ unconfirmed: '1 day', emails: '400 days', audit: '3 years' })
})
