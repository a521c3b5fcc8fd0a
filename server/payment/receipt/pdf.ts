import type { Receipt } from '#contract/booking/receipt.ts'
import type { ClinicData } from '#contract/clinic.ts'
import { methodWords } from '#contract/desk/method-words.ts'
import { formatDollars } from '#contract/kit/money.ts'
import { formatBirthDate } from '#contract/kit/time/birth-date.ts'
import { clinicToday } from '#contract/kit/time/clinic-date.ts'
import { formatDay, showDate } from '#contract/kit/time/shown-date.ts'
import { showPeriod } from '#contract/kit/time/shown-period.ts'
import { openPen, type Pen, quiet } from './pen.ts'

/** What the formats of a receipt depend on. */
type Formats = Pick<ClinicData, 'timeZone' | 'language' | 'country' | 'currency'>

const letterCountries = ['US', 'CA', 'MX', 'CL', 'CO', 'CR', 'DO', 'GT', 'NI', 'PA', 'PH', 'PR', 'SV', 'VE']

/** Returns a receipt as a PDF, on one page unless its texts are very long. */
export async function receiptPdf(receipt: Receipt, formats: Formats): Promise<Buffer> {
  const [first, ...others] = receipt.payments
  const title = first && others.length === 0 ? `Receipt ${first.receipt}` : 'Receipt'
  const size = letterCountries.includes(formats.country) ? 'LETTER' : 'A4'
  const pen = await openPen({ title: `${title}, ${receipt.clinic.name}`, size, language: formats.language })
  await writeIssuer(pen, receipt.clinic)
  await pen.block('H1', title, { size: 22, weight: 700, gap: 24 })
  const words = openWords(formats)
  await writeFacts(pen, receipt, words)
  await writeMoney(pen, receipt, words)
  if (receipt.clinic.imprint) await pen.block('P', receipt.clinic.imprint, { size: 8.5, color: quiet, gap: 24 })
  return pen.end()
}

/** Returns functions that word amounts and days as the clinic does. */
function openWords(formats: Formats) {
  return {
    amount: (dollars: number) => formatDollars(dollars, formats, { alwaysCents: true }),
    day: (instant: string) => formatDay(clinicToday(new Date(instant), formats.timeZone), formats),
    birthDate: (date: string) => formatBirthDate(date, formats),
    time: (date: string, slot: string) => `${showDate(date, formats)}, ${showPeriod(slot, formats)}`,
  }
}
type Words = ReturnType<typeof openWords>

async function writeIssuer(pen: Pen, { name, address, phone, email, taxId }: Receipt['clinic']) {
  await pen.block('P', name, { size: 15, weight: 700 })
  const lines = [address, [phone, email].filter(Boolean).join('   '), taxId && `Tax id: ${taxId}`]
  for (const line of lines.filter(Boolean)) await pen.block('P', String(line), { color: quiet })
}

async function writeFacts(pen: Pen, { issuedAt, patient, appointment }: Receipt, words: Words) {
  const { treatment, doctor, date, slot, cancelledAt } = appointment
  const facts = [
    ['Issued', words.day(issuedAt)],
    ['Patient', patient.name],
    ['Birth date', patient.birthDate && words.birthDate(patient.birthDate)],
    ['Treatment', treatment],
    ['Dentist', doctor],
    ['Appointment', words.time(date, slot)],
    ['Cancelled', cancelledAt && words.day(cancelledAt)],
  ] as const
  await pen.table(
    facts.flatMap(([term, value]) =>
      value
        ? [
            {
              cells: [
                { text: term, x: pen.left, width: 110, color: quiet },
                { text: value, x: pen.left + 120, width: pen.width - 120 },
              ],
            },
          ]
        : [],
    ),
  )
}

async function writeMoney(pen: Pen, { charges, payments, refunds, received, owed }: Receipt, { amount, day }: Words) {
  const row = (text: string, dollars: number, strong = false) => ({
    cells: [
      { text, x: pen.left, width: pen.width - 130, ...(strong && { weight: 700 as const }) },
      {
        ...{ text: amount(dollars), x: pen.left + pen.width - 120, width: 120, align: 'right' as const },
        ...(strong && { weight: 700 as const }),
      },
    ],
  })
  await pen.block('H2', 'Charged', { size: 13, weight: 700, gap: 18 })
  await pen.table(charges.map(({ words, amount }) => row(words, amount)))
  await pen.block('H2', 'Paid', { size: 13, weight: 700, gap: 18 })
  await pen.table([
    paidRow(pen, ['Receipt', 'Date', 'How', 'Amount'], true),
    ...payments.map((paid) =>
      paidRow(pen, [
        paid.receipt,
        day(paid.at),
        `${capital(methodWords[paid.method])}${paid.transactionId ? ` (${paid.transactionId})` : ''}`,
        amount(paid.amount),
      ]),
    ),
    row('Paid in all', received, true),
  ])
  if (refunds.length > 0) {
    await pen.block('H2', 'Refunded', { size: 13, weight: 700, gap: 18 })
    await pen.table(
      refunds.map((back) =>
        paidRow(pen, [
          back.receipt,
          back.at ? day(back.at) : 'On its way',
          capital(methodWords[back.method]),
          amount(back.amount),
        ]),
      ),
    )
  }
  if (owed !== undefined) await pen.block('P', `Still to pay: ${amount(owed)}`, { weight: 700, gap: 14 })
}

function paidRow(pen: Pen, [receipt, date, how, amount]: [string, string, string, string], isHead = false) {
  const { left, width } = pen
  const color = isHead ? { color: quiet } : {}
  return {
    isHead,
    cells: [
      { text: receipt, x: left, width: 85, ...color },
      { text: date, x: left + 95, width: 90, ...color },
      { text: how, x: left + 195, width: width - 195 - 100, ...color },
      { text: amount, x: left + width - 90, width: 90, align: 'right' as const, ...color },
    ],
  }
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
