import fc from 'fast-check'
import { expect, test } from 'vitest'
import { returnPath } from './return-path.ts'

test.each(['/', '/appointment', '/dashboard/payment/42', '/verify-email?token=a.b-c', '/about?next=//evil.example'])(
  '%s is a page to return to',
  (path) => expect(returnPath.safeParse(path).success).toBe(true),
)

test.each([
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/..//evil.example',
  '/.//evil.example',
  '/about/..//evil.example',
  '/%2e%2e//evil.example',
  '/about/..\\/evil.example',
  '/\t/evil.example',
  'appointment',
  '',
])('%j leaves the site and is refused', (path) => expect(returnPath.safeParse(path).success).toBe(false))

test('whatever is asked for, a browser that goes there stays on the site', () => {
  const origin = 'https://clinic.example'
  const special = [
    '/',
    '\\',
    '.',
    '..',
    '%2e',
    '%2E%2e',
    '%2f',
    '\t',
    '\n',
    '\0',
    '@',
    ':',
    '?',
    '#',
    'a',
    ' ',
    'evil.example',
  ]
  const pieces = fc.array(fc.oneof(fc.constantFrom(...special), fc.string({ maxLength: 3 })), { maxLength: 12 })
  fc.assert(
    fc.property(pieces, (each) => {
      const path = returnPath.safeParse(`/${each.join('')}`).data
      if (path === undefined) return
      const url = new URL(path, origin)
      expect(url.origin).toBe(origin)
      // What a redirect names is resolved once more.
      expect(new URL(url.pathname + url.search, origin).origin).toBe(origin)
    }),
    { numRuns: 5_000 },
  )
})
