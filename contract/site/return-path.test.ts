import fc from 'fast-check'
import { expect, test } from 'vitest'
import { returnPath } from './return-path.ts'

test.each(['/', '/appointment', '/dashboard/payment/42', '/verify-email?token=a.b-c', '/about?next=//evil.example'])(
  'accepts %s',
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
])('rejects %j, which leaves the site', (path) => expect(returnPath.safeParse(path).success).toBe(false))

test('no accepted path leaves the site', () => {
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
      // The browser resolves the target of a redirect again.
      expect(new URL(url.pathname + url.search, origin).origin).toBe(origin)
    }),
    { numRuns: 5_000 },
  )
})
