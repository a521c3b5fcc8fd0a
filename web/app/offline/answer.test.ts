import { expect, test } from 'vitest'
import { offlineDocument, offlinePolicy } from '#web/session/offline/document.ts'
import { untilHeader } from '#web/session/offline/kept.ts'
import { offlineAnswer } from './answer.ts'

const clinic = { name: 'Smile Dental', phone: '+1 212 555 0142', phoneLink: 'tel:+12125550142', address: '48 Harbour' }
const next = { time: 'Monday, Dec 7, 8:00 AM', treatment: 'Teeth Cleaning', patient: 'Ben', doctor: 'Dr. Okafor' }
const end = Date.parse('2026-12-07T13:30:00Z')

function kept() {
  const html = offlineDocument({ clinic, next, asOf: 'Dec 1, 9:12 AM', zone: '' })
  return new Response(html, { headers: { 'content-security-policy': offlinePolicy, [untilHeader]: String(end) } })
}

test('an appointment is shown until it ends', async () => {
  const answer = await offlineAnswer(kept(), end - 1)
  const text = await answer.text()
  expect(text).toContain('Monday, Dec 7, 8:00 AM')
  expect(text).toContain('Teeth Cleaning for Ben with Dr. Okafor')
})

test.each([
  ['has ended', end],
  ['can’t be dated', Number.NaN],
])('once it %s, the page names the clinic alone', async (_, until) => {
  const page = kept()
  page.headers.set(untilHeader, String(until))
  const answer = await offlineAnswer(page, end)
  const text = await answer.text()
  expect(text).not.toMatch(/Teeth|Ben|Okafor|Dec/)
  expect(text).toContain('href="tel:+12125550142"')
  expect(text).toContain('48 Harbour')
  expect(text).toContain('</html>')
  expect(answer.headers.get('content-security-policy')).toBe(offlinePolicy)
})
