import { z } from 'zod'
import { toCents } from '#contract/kit/money.ts'
import { email } from '#contract/kit/text/email.ts'
import { textOrEmpty } from '#contract/kit/text/plain-text.ts'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { ImportField } from '#contract/patient/import.ts'
import type { Rules } from '#server/calendar/rules/rules.ts'
import { readDate, readTime } from './dates.ts'
import {
  birthDateIn,
  cellsOf,
  headingOf,
  nameIn,
  type Reading,
  type RowProblem,
  short,
  widthProblem,
} from './patient-row.ts'
import { phoneText } from './phone-text.ts'

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
const highestPrice = 1_000_000

/** Reads a row of a file of appointments, or says what is wrong with it. */
export function readAppointment(
  row: readonly string[],
  { columns, dateOrder, today }: Reading,
  rules: Rules,
): { values: AppointmentValues | undefined; problems: RowProblem[] } {
  const cells = cellsOf(columns, row)
  const problems = widthProblem(columns, row)
  const say = (field: ImportField, sentence: string) => {
    problems.push({ field: headingOf('appointments', field), sentence })
    return undefined
  }
  const named = <Named extends { id: string; name: string }>(field: ImportField, list: readonly Named[]) => {
    const [text] = cells(field)
    const found = text === undefined ? undefined : list.find(({ name }) => plainName(name) === plainName(text))
    if (text !== undefined && !found) say(field, `The clinic has no ${field} “${short(text)}”`)
    return { text, found }
  }
  const treatment = named('treatment', rules.treatments)
  if (treatment.text === undefined) say('treatment', 'The treatment is missing')
  const dentist = named('dentist', rules.doctors)
  const [dateText, timeText, phone, price, address] = [
    ...[cells('date')[0], cells('time')[0], cells('phone')[0], cells('price')[0], cells('email')[0]],
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
  const number = phone === undefined ? '' : phoneText(phone)
  if (number === undefined) say('phone', `“${short(phone ?? '')}” is no phone number`)
  const priceCents = price === undefined ? null : readPrice(price)
  if (priceCents === undefined) say('price', `“${short(price ?? '')}” is no price`)
  const remark = note.safeParse(cells('note').join(' ').replace(/\s+/g, ' '))
  if (!remark.success) say('note', remark.error.issues[0]?.message ?? 'This note is not valid')
  const mail = address === undefined ? undefined : z.safeParse(email, address)
  if (mail && !mail.success) say('email', `“${short(address ?? '')}” is no email address`)
  const birthDate = birthDateIn(cells, dateOrder, today, (sentence) => say('birthDate', sentence))
  const who = { oldId: cells('oldId')[0] ?? null, email: mail?.data ?? null, name: nameIn(cells), birthDate }
  if (problems.length > 0 || !treatment.found || !date || start === undefined) return { values: undefined, problems }
  const values = {
    ...{ ...who, treatmentId: treatment.found.id, date, start, doctorId: dentist.found?.id ?? null },
    ...{ phone: number ?? '', priceCents: priceCents ?? null, note: remark.data ?? '' },
  }
  return { values, problems }
}

const plainName = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\b(dr|prof|med|dent)\b\.?/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Reads a price such as $59.50, 59,50 € or 1.234,00 in cents; undefined for other text. */
function readPrice(text: string): number | undefined {
  const amount = text.replace(/[\s\p{Sc}]|[A-Z]{3}/gu, '')
  const match = /^(\d{1,3}(?:[.,]\d{3})+|\d+)(?:[.,](\d{1,2}))?$/.exec(amount)
  const dollars = match && Number(`${match[1]?.replace(/[.,]/g, '')}.${match[2] ?? '0'}`)
  return dollars !== null && dollars <= highestPrice ? toCents(dollars) : undefined
}
