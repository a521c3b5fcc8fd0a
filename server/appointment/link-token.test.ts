import { expect, it } from 'vitest'
import { openSigner } from '#server/access/signature.ts'
import { openLinkTokens } from '#server/appointment/link-token.ts'
import { openFormerLinks } from '#server/testing/former-link.ts'

const secret = 'a secret of thirty-two characters'
const ids = { id: '0197a0c2-0000-7000-8000-000000000001', patientId: 'zoë.2', key: 'tie:1' }
const other = { ...ids, id: '0197a0c2-0000-7000-8000-000000000002' }
const tokens = openLinkTokens(secret)
const token = tokens.issue(ids)
const [signature = '', payload = ''] = token.split('.')

it('reads the ids from its own token, which is the same each time', () => {
  expect(tokens.read(token)).toEqual(ids)
  expect(openLinkTokens(secret).issue(ids)).toBe(token)
})

it('reads the links of earlier releases, which name neither recipient nor end', () => {
  const { id, patientId } = ids
  expect(tokens.read(openFormerLinks(secret).issue({ id, patientId }))).toEqual({ id, patientId })
})

it('fits into a URL fragment and into a link in plain text', () => {
  for (const patientId of ['a', 'ab', 'abc', 'abcd'])
    expect(tokens.issue({ ...ids, patientId })).toMatch(/^[\w-]+\.[\w-]*[A-Za-z0-9]$/)
})

it.each([
  ['empty', ''],
  ['not signed', payload],
  ['truncated', token.slice(0, -1)],
  ['longer', `${token}A`],
  ['with a third part', `${token}.${payload}`],
  ['altered', token.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))],
  ['of another appointment with this signature', `${signature}.${tokens.issue(other).split('.')[1]}`],
  ['signed with another secret', openLinkTokens(`${secret}!`).issue(ids)],
  ['signed for another purpose', `${openSigner(secret, 'calendar feed').sign(payload)}.${payload}`],
])('refuses a token that is %s', (_, text) => {
  expect(tokens.read(text)).toBeUndefined()
})
