import { expect, it } from 'vitest'
import { parseMail } from './mails.ts'
import { mailPage } from './pages.ts'

const source = [
  'Content-Type: multipart/alternative;',
  ' boundary="b"',
  'To: ann@example.org',
  'Subject: Choose a new password',
  'Date: Sat, 21 Nov 2026 10:00:00 +0000',
  '',
  '--b',
  'Content-Type: text/plain; charset=utf-8',
  'Content-Transfer-Encoding: quoted-printable',
  '',
  'Z=C3=A4hne https://clinic.example/reset-password?tok=',
  'en=3Dabc',
  '--b',
  'Content-Type: text/html; charset=utf-8',
  'Content-Transfer-Encoding: quoted-printable',
  '',
  '<p class=3D"a">Z=C3=A4hne</p>',
  '--b--',
].join('\r\n')

it('parses an email of the server', () => {
  expect(parseMail(source)).toEqual({
    to: 'ann@example.org',
    subject: 'Choose a new password',
    date: 'Sat, 21 Nov 2026 10:00:00 +0000',
    text: 'Zähne https://clinic.example/reset-password?token=abc',
    html: '<p class="a">Zähne</p>',
  })
})

it('parses a link whose token continues with two hyphens on the next line', () => {
  const broken = source.replace('tok=\r\nen=3Dabc', 'token=3Dabc=\r\n--c-d')
  expect(parseMail(broken).text).toBe('Zähne https://clinic.example/reset-password?token=abc--c-d')
})

it('parses an email with a calendar file, which it leaves out', () => {
  const calendar = ['--b', 'Content-Type: text/calendar; charset=utf-8', '', 'BEGIN:VCALENDAR', '--b--'].join('\r\n')
  const [head = '', body = ''] = source.replace('--b--', calendar).split('\r\n\r\n--b\r\n')
  const inner = `Content-Type: multipart/alternative; boundary="b"\r\n\r\n--b\r\n${body}`
  const file = '--outer\r\nContent-Type: application/ics\r\n\r\nQkVHSU4=\r\n--outer--'
  const mixed = `${head.replace('alternative', 'mixed').replace('"b"', '"outer"')}\r\n\r\n--outer\r\n${inner}\r\n${file}`
  expect(parseMail(mixed)).toEqual(parseMail(source))
})

it('links only URLs of this site in the text and shows the HTML in a sandboxed frame', () => {
  const text = '<b>hi</b> https://clinic.example/a?b=1&c https://clinic.example.evil.test/ "https://clinic.example/x"'
  const html = mailPage({ id: '1', to: '<i>', subject: '<s>', date: '', text, html: '<u>' }, 'https://clinic.example')
  expect(html).toContain('<a href="https://clinic.example/a?b=1&amp;c">')
  expect(html).not.toMatch(/href="https:\/\/clinic\.example\.evil|<b>|<i>|<s>|<u>/)
  expect(html).toMatch(/<iframe [^>]*sandbox="allow-scripts allow-top-navigation-by-user-activation"/)
})
