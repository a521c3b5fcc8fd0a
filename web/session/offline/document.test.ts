import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { offlineDocument, offlinePolicy, offlineStyle } from './document.ts'

const hostile = `</style><script>alert(1)</script>"'&<!--/person-->`

test('the policy allows the style of the page, and no script', () => {
  const hash = createHash('sha256').update(offlineStyle).digest('base64')
  expect(offlinePolicy).toContain(`style-src 'sha256-${hash}'`)
  expect(offlinePolicy).toContain("default-src 'none'")
  expect(offlineStyle).not.toContain('<')
})

test('texts of the clinic and of the person are escaped', () => {
  const clinic = { name: hostile, phone: hostile, phoneLink: `tel:${hostile}`, address: hostile }
  const next = { time: hostile, treatment: hostile, patient: hostile, doctor: hostile }
  const html = offlineDocument({ clinic, next, asOf: hostile, zone: hostile })
  expect(html).not.toContain('<script')
  expect(html).not.toMatch(/style=|\son\w+=|src=/)
  expect(html.match(/<\/style>/g)).toHaveLength(1)
  expect(html.match(/<!--\/person-->/g)).toHaveLength(1)
  expect(html.match(/href="([^"]*)"/g)).toHaveLength(2)
})

test('without an appointment the page says when that was so, and without a phone number it has no link to call', () => {
  const clinic = { name: 'Smile', phone: '', phoneLink: '', address: '48 Harbour Street' }
  const html = offlineDocument({ clinic, asOf: 'Dec 1, 9:12 AM', zone: 'New York time' })
  expect(html).toContain('No upcoming appointment')
  expect(html).toContain('As of Dec 1, 9:12 AM. Times are New York time.')
  expect(html).not.toContain('tel:')
  expect(html).not.toContain('undefined')
})
