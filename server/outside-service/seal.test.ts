import { expect, it } from 'vitest'
import { openSeal } from './seal.ts'

const seal = openSeal('the secret of this server, which is long')

it('opens what it sealed, and what it seals does not contain the text', () => {
  const sealed = seal.seal('smtpPassword', 'pässword')
  expect(sealed).toMatch(/^sealed\.1\.[\w-]{16}\.[\w-]{22}\.[\w-]+$/)
  expect(sealed).not.toContain(Buffer.from('pässword').toString('base64url'))
  expect(seal.open('smtpPassword', sealed)).toEqual({ text: 'pässword', isOld: false })
})

it('seals the same text differently each time', () => {
  expect(seal.seal('smtpPassword', 'a')).not.toBe(seal.seal('smtpPassword', 'a'))
})

it('opens nothing under another name, with another secret, or after a change', () => {
  const sealed = seal.seal('smtpPassword', 'a password')
  const at = sealed.lastIndexOf('.') + 1
  const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1)
  expect(seal.open('textToken', sealed)).toBeUndefined()
  expect(openSeal('another secret of another server, so').open('smtpPassword', sealed)).toBeUndefined()
  expect(seal.open('smtpPassword', changed)).toBeUndefined()
  for (const junk of ['', 'sealed.1', 'sealed.1.a.b.c', 'sealed.1.a.b.c.d', 'a password'])
    expect(seal.open('smtpPassword', junk)).toBeUndefined()
})

it('opens what the previous secret sealed, and tells so', () => {
  const sealed = seal.seal('smtpPassword', 'a password')
  const next = openSeal('the next secret of this server, also long', 'the secret of this server, which is long')
  expect(next.open('smtpPassword', sealed)).toEqual({ text: 'a password', isOld: true })
  expect(seal.open('smtpPassword', next.seal('smtpPassword', 'a password'))).toBeUndefined()
})
