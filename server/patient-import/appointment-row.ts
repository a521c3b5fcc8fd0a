import { highestPrice } from '#contract/kit/highest-price.ts'
import { amountAdvice, readAmount } from '#contract/kit/money/read-amount.ts'
import { type Money, toDollars } from '#contract/kit/money.ts'
import { nameKey } from '#contract/kit/text/fold.ts'
import { textOrEmpty } from '#contract/kit/text/plain-text.ts'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { ImportField } from '#contract/patient/import.ts'
import type { Rules } from '#server/calendar/rules/rules.ts'
import { importedPhone } from '#server/patient/phone-number.ts'
import { readDate, readTime } from './dates.ts'
import {
  birthDateIn,
  brokenIn,
  cellsOf,
  emailIn,
  headingOf,
  isFaulty,
  nameIn,
  type Reading,
  type RowProblem,
  short,
  widthProblem,
} from './patient-row.ts'

/** What a row says about an appointment. `start` is in minutes after midnight. Without `doctorId` any dentist is right;
 *  without `priceCents` the treatment's price. */
export type AppointmentValues = {
  oldId: string | null
  email: string | null
  name: string
  birthDate: IsoDate | null
  treatmentId: string
  date: IsoDate
  start: number
  doctorId: string | null
  phone: string
  priceCents: number | null
  note: string
}

const note = textOrEmpty(200)

/** Reads a row of a file of appointments, or says what is wrong with it. */
export function readAppointment(
  row: readonly string[],
  { columns, dateOrder, today }: Reading,
  rules: Rules,
): { values: AppointmentValues | undefined; problems: RowProblem[] } {
  const cells = cellsOf(columns, row)
  const problems = [...widthProblem(columns, row), ...brokenIn('appointments', columns, row)]
  const say = (field: ImportField, sentence: string) => {
    problems.push({ field: headingOf('appointments', field), sentence })
    return undefined
  }
  const leave = (field: ImportField, problem: string) =>
    problems.push({ field: headingOf('appointments', field), sentence: problem, isPartial: true })
  const named = <Named extends { id: string; name: string }>(field: ImportField, list: readonly Named[]) => {
    const [text] = cells(field)
    const found = text === undefined ? undefined : list.find(({ name }) => plainName(name) === plainName(text))
    if (text !== undefined && !found) say(field, `The clinic has no ${field} “${short(text)}”`)
    return { text, found }
  }
  const treatment = named('treatment', rules.treatments)
  if (treatment.text === undefined) say('treatment', 'The treatment is missing')
  const dentist = named('dentist', rules.doctors)
  const [dateText, timeText, phone, price] = [
    ...[cells('date')[0], cells('time')[0], cells('phone')[0], cells('price')[0]],
  ]
  const date = dateText === undefined ? undefined : readDate(dateText, dateOrder)
  if (!date)
    say(
      'date',
      dateText === undefined ? 'The date is missing' : `“${short(dateText)}” is no date; write it like 2026-12-31`,
    )
  else if (date < today) say('date', `${date} is in the past; only future appointments are imported`)
  const start = timeText === undefined ? undefined : readTime(timeText)
  if (start === undefined)
    say('time', timeText === undefined ? 'The time is missing' : `“${short(timeText)}” is no time; write it like 14:30`)
  const number = phone === undefined ? '' : importedPhone(phone)
  if (number === undefined) leave('phone', `“${short(phone ?? '')}” is no phone number`)
  const priceCents = priceIn(price, rules.clinic, (sentence) => say('price', sentence))
  const remark = note.safeParse(cells('note').join(' ').replace(/\s+/g, ' '))
  if (!remark.success) say('note', remark.error.issues[0]?.message ?? 'This note is not valid')
  const email = emailIn(cells, (problem) => leave('email', problem))
  const birthDate = birthDateIn(cells, dateOrder, today, (sentence) => say('birthDate', sentence))
  const who = { oldId: cells('oldId')[0] ?? null, email, name: nameIn(cells), birthDate }
  if (isFaulty(problems) || !treatment.found || !date || start === undefined) return { values: undefined, problems }
  const values = {
    ...{ ...who, treatmentId: treatment.found.id, date, start, doctorId: dentist.found?.id ?? null },
    ...{ phone: number ?? '', priceCents, note: remark.data ?? '' },
  }
  return { values, problems }
}

const plainName = (name: string) =>
  nameKey(name)
    .replace(/\b(dr|prof|med|dent)\b\.?/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Reads a price in cents of the clinic's currency, or says what is wrong with it. */
function priceIn(text: string | undefined, money: Money, say: (sentence: string) => void): number | null {
  if (text === undefined) return null
  const read = readAmount(text, money)
  if (!read.ok) {
    const advice = read.reason === 'no-amount' ? '' : `. ${amountAdvice(read.reason, money)}`
    say(`“${short(text)}” is no price${advice}`)
  } else if (toDollars(read.cents) > highestPrice) say(`“${short(text)}” is more than 20,000,000`)
  else return read.cents
  return null
}
