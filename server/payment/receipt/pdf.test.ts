import { extractText, getDocumentProxy, getMeta } from 'unpdf'
import { expect, it } from 'vitest'
import type { Receipt } from '#contract/booking/receipt.ts'
import { clinicData } from '#server/testing/calendar/clinic.ts'
import { receiptPdf } from './pdf.ts'

const receiptOf = (name: string, more: Partial<Receipt> = {}): Receipt => ({
  clinic: {
    name: 'Lumen Dental',
    address: '48 Harbour Street',
    phone: '+1 212 555 0142',
    email: 'hello@lumen.example',
  },
  issuedAt: '2026-11-30T03:00:00.000Z',
  patient: { name, birthDate: '1984-05-03' },
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
  const { text, totalPages } = await extractText(pdf, { mergePages: true })
  return { file, pdf, totalPages, text: text.normalize('NFC') }
}

it.each([
  'Zoë Müller',
  'Łukasz Żółć',
  'Ελένη Παπαδοπούλου',
  'Иван Петров',
  'Nguyễn Thị Hằng',
  'محمد الأحمد',
  'مُحَمَّد',
  'علی رضایی',
  'שרה כהן-לוי',
  'שָׁלוֹם',
  '王小明',
  '陳大文 (Chan)',
  '田中 さくら',
  '김민수',
  'น้ำทิพย์ สุขใจ',
  'प्रियंका शर्मा',
  'কৃষ্ণা দাস',
  'பிரியா குமார்',
  'പ്രിയ മേനോൻ',
  'សុខ ស្រីមុំ',
  'နှင်းဆီ',
  'Արամ',
  'ነጋ',
  'Ada أدا Lovelace',
  'أدا Lovelace 3',
  'דנה, Ben & Ανα',
  '😀 Ann',
  '\u{10FFFF}',
])('a search of the PDF finds the name %s', async (name) => {
  const { text } = await read(receiptOf(name))
  expect(text).toContain(`Patient ${name.normalize('NFC')}`)
})

it('screen readers get the text of what runs from right to left in its order', async () => {
  expect((await read(receiptOf('نور'))).file.includes('/ActualText')).toBe(true)
  expect((await read(receiptOf('प्रिया'))).file.includes('/ActualText')).toBe(false)
})

it('has a title and a language, is tagged, and is small', async () => {
  const { file, pdf } = await read(receiptOf('Ann'))
  expect((await getMeta(pdf)).info).toMatchObject({ Title: 'Receipt 2026-00042, Lumen Dental', Language: 'en' })
  expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true })
  expect(file.length).toBeLessThan(40_000)
  expect((await read(receiptOf('王小明 نور प्रिया'))).file.length).toBeLessThan(60_000)
})

it('names the day of birth and the day on which it was made', async () => {
  const { text } = await read(receiptOf('Ann'))
  expect(text).toContain('Birth date May 3, 1984')
  // It is still the day before in New York.
  expect(text).toContain('Issued Nov 29, 2026')
  const { text: without } = await read(receiptOf('Ann', { patient: { name: 'Ann' } }))
  expect(without).not.toContain('Birth date')
})

it('shows amounts and days as the clinic does', async () => {
  const german = { timeZone: 'Europe/Berlin', language: 'de', country: 'DE', currency: 'EUR' }
  const { text } = await read(receiptOf('Ann'), { ...clinicData, ...german })
  expect(text).toMatch(/59,00\s€/)
  // It is after midnight in Berlin.
  expect(text).toContain('27.11.2026')
})

it.each([
  ['ar', 'SA', 'SAR', '٥٩٫٠٠', '٢٠٢٦'],
  ['fa', 'IR', 'IRR', '۵۹', '۲۰۲۶'],
  ['hi', 'IN', 'INR', '₹59.00', '27 नव॰ 2026'],
  ['zh', 'CN', 'CNY', '¥59.00', '2026年11月27日'],
  ['th', 'TH', 'THB', '฿59.00', '27 พ.ย. 2026'],
])('shows amounts and days in the letters of %s', async (language, country, currency, amount, day) => {
  const { text } = await read(receiptOf('Ann'), { ...clinicData, timeZone: 'UTC', language, country, currency })
  expect(text).toContain(amount)
  expect(text).toContain(day)
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

it('continues an imprint on the next page', async () => {
  const imprint = Array.from({ length: 60 }, (_, at) => `Line ${at} of the imprint`).join('\n')
  const { text, totalPages } = await read(receiptOf('Ann', { clinic: { ...receiptOf('Ann').clinic, imprint } }))
  expect(totalPages).toBe(2)
  expect(text.match(/of the imprint/g)).toHaveLength(60)
})
