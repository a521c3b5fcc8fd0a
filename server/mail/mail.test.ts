import { expect, it } from 'vitest'
import { secondsUntilNext } from './mail.ts'
import { writeMessage } from './message.ts'

const sender = {
  publicUrl: 'https://clinic.example',
  clinic: { name: 'Smith & <Sons>', address: 'Street 1', phone: '1' },
}

it('waits longer after each attempt, and never more than an hour', () => {
  expect([1, 2, 3, 4, 9, 10, 40].map(secondsUntilNext)).toEqual([10, 20, 40, 80, 2_560, 3_600, 3_600])
})

it('writes the clinic’s name as text, in HTML too, and the link in both parts', () => {
  const link = 'https://clinic.example/reset-password?token=a&b'
  const { text, html } = writeMessage('password-reset', { link }, sender)
  expect(text).toContain(`your account at Smith & <Sons>.`)
  expect(text.split('\n')).toContain(link)
  expect(html).toContain('Smith &amp; &lt;Sons&gt;')
  expect(html).toContain('href="https://clinic.example/reset-password?token=a&amp;b"')
})

it('has subjects in ASCII, which the clinic’s name is no part of', () => {
  for (const kind of ['verify-email', 'password-reset', 'password-changed', 'receipt'] as const) {
    expect(writeMessage(kind, { link: 'https://clinic.example/x' }, sender).subject).toMatch(/^[ -~]+$/)
  }
})

it('writes a receipt with what was paid, for what, and where to print it', () => {
  const payment = { treatment: 'Teeth Cleaning', date: 'Nov 21, 2026', slot: '08.00 AM - 08.30 AM', price: 59_05 }
  const link = 'https://clinic.example/dashboard/receipt/1'
  const { subject, text } = writeMessage('receipt', { link, payment: { ...payment, transactionId: 'pi_1' } }, sender)
  expect(subject).toBe('Your receipt')
  for (const said of ['$59.05', 'Teeth Cleaning', 'Nov 21, 2026', '08.00 AM - 08.30 AM', 'pi_1', link]) {
    expect(text).toContain(said)
  }
})
