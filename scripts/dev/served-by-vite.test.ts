import { expect, test } from 'vitest'
import { isServedByVite } from './served-by-vite.ts'

test.each([
  '/',
  '/login?from=/dashboard',
  '/dashboard/payment/019a0000-0000-7000-8000-000000000000',
  '/Dashboard/',
  '/design',
  '/web/app/start.tsx?t=1',
  '/@vite/client',
  '/brand/icon.svg',
])('%s is Vite’s', (url) => {
  expect(isServedByVite(url)).toBe(true)
})

test.each([
  '/user',
  '/available?date=Nov 21, 2026',
  '/booking/1',
  '/sandbox/stripe/stripe.js',
  '/openapi.json',
  '/website',
])('%s is the server’s', (url) => {
  expect(isServedByVite(url)).toBe(false)
})
