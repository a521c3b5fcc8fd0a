import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openTransport } from './transport.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'clinic-transport-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

it('has the headers by which email apps stop emails of a kind, and only where there is such an address', async () => {
  const transport = openTransport({ publicUrl: 'https://clinic.example', dataDir, smtpUrl: undefined })
  const unsubscribe = `https://clinic.example/unsubscribe/${'x'.repeat(43)}.${'y'.repeat(150)}`
  const email = { subject: 'Hi', text: 'Hi', html: '<p>Hi</p>', to: 'ann@example.org' }
  const from = { name: 'Lumen Dental', address: 'desk@clinic.example' }
  await transport.send({ ...email, from, id: 'with', unsubscribe })
  await transport.send({ ...email, from, id: 'without' })
  // Long headers are folded (RFC 5322, 2.2.3), but not within an address.
  const headersOf = (id: string) =>
    readFileSync(join(dataDir, 'outbox', `${id}.eml`), 'utf8')
      .split('\r\n\r\n', 1)[0]
      ?.replace(/\r\n[ \t]+/g, ' ')
  expect(headersOf('with')).toContain(`\r\nList-Unsubscribe: <${unsubscribe}>\r\n`)
  expect(headersOf('with')).toContain('\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n')
  expect(headersOf('without')).not.toContain('Unsubscribe')
})
