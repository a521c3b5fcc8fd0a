import { extractText, getDocumentProxy, getMeta } from 'unpdf'
import { expect, it } from 'vitest'
import type { Receipt } from '#contract/booking/receipt.ts'
import { clinicData } from '#server/testing/calendar/clinic.ts'
import { openFaces, toRuns } from './fonts.ts'
import { receiptPdf } from './pdf.ts'

const receiptOf = (name: string, more: Partial<Receipt> = {}): Receipt => ({
  clinic: {
    name: 'Lumen Dental',
    address: '48 Harbour Street',
    phone: '+1 212 555 0142',
    email: 'hello@lumen.example',
  },
  patient: { name },
  appointment: { treatment: 'Teeth Cleaning', date: 'Nov 27, 2026', slot: '08.00 AM - 08.30 AM' },
  charges: [{ words: 'Teeth Cleaning', amount: 59 }],
  payments: [{ receipt: '2026-00042', method: 'cash', amount: 59, at: '2026-11-26T23:30:00.000Z' }],
  refunds: [],
  received: 59,
  ...more,
})

async function read(receipt: Receipt, formats = clinicData) {
  const file = await receiptPdf(receipt, formats)
  const pdf = await getDocumentProxy(new Uint8Array(file))
  return { file, pdf, ...(await extractText(pdf, { mergePages: true })) }
}

it.each(['Zoë Müller', 'Łukasz Żółć', 'Ελένη Παπαδοπούλου', 'Иван Петров', 'Nguyễn Thị Hằng'])(
  'the name %s can be read and copied',
  async (name) => {
    const { text, file } = await read(receiptOf(name))
    expect(text.replace(/\s+/g, ' ')).toContain(name)
    expect(file.includes('/ActualText')).toBe(false)
  },
)

it.each(['王小明 (Wang)', 'نور', '😀 Ann', '\u{10FFFF}'])(
  'a name with characters that no font has, %s, is a sign for each and kept for screen readers',
  async (name) => {
    const { file, text } = await read(receiptOf(name))
    expect(text).toContain('Teeth Cleaning')
    expect(file.includes('/ActualText')).toBe(true)
  },
)

it('has a title and a language, is tagged, and is small', async () => {
  const { file, pdf } = await read(receiptOf('Ann'))
  expect((await getMeta(pdf)).info).toMatchObject({ Title: 'Receipt 2026-00042, Lumen Dental', Language: 'en' })
  expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true })
  expect(file.length).toBeLessThan(40_000)
})

it('shows amounts and days as the clinic does', async () => {
  const german = { timeZone: 'Europe/Berlin', language: 'de', country: 'DE', currency: 'EUR' }
  const { text } = await read(receiptOf('Ann'), { ...clinicData, ...german })
  expect(text).toMatch(/59,00\s€/)
  // It is after midnight in Berlin.
  expect(text).toContain('27.11.2026')
})

it.each([
  ['ar', 'SA', 'SAR'],
  ['fa', 'IR', 'IRR'],
  ['hi', 'IN', 'INR'],
  ['zh', 'CN', 'CNY'],
  ['th', 'TH', 'THB'],
])('amounts and days can be read though the fonts lack the letters of %s', async (language, country, currency) => {
  const formats = { ...clinicData, timeZone: 'UTC', language, country, currency }
  const { file, text } = await read(receiptOf('Ann'), formats)
  expect(file.includes('/ActualText')).toBe(false)
  expect(text).toMatch(/[¥₹]59\.00|[A-Z]{3}\s59/)
  expect(text).toMatch(/Nov 27, 2026|27 Nov 2026/)
})

it('keeps to one page with a long name and many payments, and continues on others if it must', async () => {
  const [payment] = receiptOf('Ann').payments
  const payments = (count: number) => Array.from({ length: count }, () => payment).filter((one) => one !== undefined)
  const long = 'Wolfeschlegelsteinhausenbergerdorff '.repeat(5).trim()
  expect((await read(receiptOf(long, { payments: payments(6) }))).totalPages).toBe(1)
  const many = await read(receiptOf(long, { payments: payments(60) }))
  expect(many.totalPages).toBeGreaterThan(1)
  expect(many.text.match(/2026-00042/g)).toHaveLength(60)
})

it('splits a text only where the file of its font changes', async () => {
  const { 400: faces } = await openFaces()
  const parts = (text: string) => toRuns(text, faces).runs.map((run) => run.text)
  expect(parts('Zoë Müller')).toEqual(['Zoë Müller'])
  expect(parts('Łukasz')).toEqual(['Ł', 'ukasz'])
  expect(parts('Ελένη, Ann')).toEqual(['Ελένη', ', Ann'])
  expect(parts('Nguyễn')).toEqual(['Nguy', 'ễ', 'n'])
  expect(toRuns('Ann 王', faces).isComplete).toBe(false)
  expect(parts('')).toEqual([])
})
