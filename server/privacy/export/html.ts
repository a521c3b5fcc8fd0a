import type { ClinicData } from '#contract/clinic.ts'
import type { Locale } from '#contract/kit/locale.ts'
import { formatDollars, type Money } from '#contract/kit/money.ts'
import { escapeHtml } from '#contract/kit/text/escape-html.ts'
import { formatBirthDate } from '#contract/kit/time/birth-date.ts'
import { formatMoment, showDate, showTimesIn, weekdayNames } from '#contract/kit/time/shown-date.ts'
import { showPeriod } from '#contract/kit/time/shown-period.ts'
import { columnFields, fieldLabels } from '#contract/patient/fields.ts'
import type { PersonalData } from '#contract/privacy/personal-data.ts'
import { inWords } from './words.ts'

/** The contents of a cell; without any it shows a dash. */
type Cell = string | number | null | undefined

const style = `
:root { color-scheme: light dark }
body { max-width: 70rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif }
table { width: 100%; border-collapse: collapse; display: block; overflow-x: auto }
th, td { padding: .4rem .8rem .4rem 0; border-bottom: 1px solid #8885; text-align: left; vertical-align: top }
h2 { margin-top: 2.5rem }
`

/** Renders a person's data as a page that needs nothing else. Moments are in the clinic's time zone. */
export function personalDataPage(data: PersonalData, clinic: ClinicData): string {
  const moment = (text: string | null) => text && formatMoment(new Date(text), clinic.timeZone, clinic)
  const { account } = data
  const title = `Data of ${account?.name ?? data.patients[0]?.name ?? ''} at ${data.clinic}`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
<p>All that the clinic’s software keeps about you, as of ${escapeHtml(moment(data.exportedAt) ?? '')}. Times are those of ${escapeHtml(clinic.timeZone)}.</p>
${section('Your account', accountFacts(data, moment))}
${section('Patients', patientTable(data, moment, clinic), account ? 'You, and other people for whom your account may act.' : '')}
${section(
  'Rows of imported files',
  table(
    ['File', 'Row', 'Text', 'Since'],
    data.importedRows.map(({ file, row, texts, since }) => [
      file,
      row,
      texts.filter(Boolean).join(', '),
      moment(since),
    ]),
  ),
  'We delete them once they are imported, or some days later if something was wrong with them.',
)}
${recallSection(data, moment, clinic)}
${appointmentSection(data, moment, clinic)}
${moneySection(data, moment, clinic)}
${paymentSection(data, moment, clinic)}
${section('Waiting list', waitingTable(data, moment, clinic))}
${section(
  'Emails that we sent you',
  table(
    ['Email', 'To', 'Sent'],
    data.emails.map(({ kind, address, sentAt }) => [inWords(kind), address, sentAt ? moment(sentAt) : 'Waiting']),
  ),
  'We keep that we sent an email, not what was in it.',
)}
${section(
  'Who looked at your data',
  table(
    ['Our staff', 'When'],
    data.accesses.map(({ action, at }) => [inWords(action), moment(at)]),
  ),
  'Looks at the same thing within an hour count once.',
)}
${section(
  'What you did',
  table(
    ['Action', 'About', 'When', 'From the address'],
    data.activity.map(({ action, about, at, address }) => [
      action.replaceAll('-', ' '),
      showTimesIn(about, clinic),
      moment(at),
      address,
    ]),
  ),
)}
${section(
  'Where you were signed in',
  table(
    ['Browser', 'Address', 'Signed in', 'Last used'],
    data.devices.map(({ browser, address, signedIn, lastUsed }) => [
      browser,
      address,
      moment(signedIn),
      moment(lastUsed),
    ]),
  ),
)}
</body>
</html>
`
}

type Moment = (text: string | null) => string | null

function accountFacts({ account, passkeys }: PersonalData, moment: Moment): string {
  if (!account) return '<p>You have no account.</p>'
  return table(
    [],
    [
      ['Name', account.name],
      ['Email', `${account.email} (${account.emailConfirmed ? 'confirmed' : 'not confirmed'})`],
      ['Picture', account.picture],
      ['Role', account.role],
      ['Since', moment(account.createdAt)],
      [
        'Ways to sign in',
        account.signIn.map(({ way, account }) => (way === 'password' ? way : `${way} (${account})`)).join(', '),
      ],
      ['Authenticator app', account.authenticatorApp ? 'Set up' : null],
      ['Passkeys', passkeys.map(({ name }) => name ?? 'without a name').join(', ')],
      ['Calendar address', account.calendarFeedSince && `Since ${moment(account.calendarFeedSince)}`],
    ],
  )
}

// Those with a column of their own.
const apart = ['name', 'birthDate', 'email', 'contact']
const others = columnFields.filter((field) => !apart.includes(field))

function patientTable({ patients }: PersonalData, moment: Moment, locale: Locale): string {
  return table(
    ['Name', 'Relation', 'Born', 'Reached by', ...others.map((field) => fieldLabels[field]), 'Former number', 'Since'],
    patients.map((one) => [
      one.name,
      one.relation,
      one.birthDate && formatBirthDate(one.birthDate, locale),
      [one.email, ...one.phones.map(({ number }) => number), `(${one.contact})`].filter(Boolean).join(', '),
      ...others.map((field) => one[field]),
      one.oldIds.join(', '),
      moment(one.createdAt),
    ]),
  )
}

function recallSection({ patients }: PersonalData, moment: Moment, locale: Locale): string {
  const choices = patients.flatMap(({ name, recallsStoppedAt, recallsSnoozedUntil }) => [
    ...(recallsStoppedAt ? [`${name}: stopped ${moment(recallsStoppedAt)}.`] : []),
    ...(recallsSnoozedUntil ? [`${name}: put off until ${showDate(recallsSnoozedUntil, locale)}.`] : []),
  ])
  const rows = patients.flatMap(({ name, recalls }) =>
    recalls.map((one) => [
      ...[name, one.treatment, showDate(one.lastVisit, locale), moment(one.foundAt)],
      ...[moment(one.invitedAt), moment(one.calledAt)],
    ]),
  )
  const headings = ['Name', 'Treatment', 'Last visit', 'Due since', 'Invited', 'Called']
  return section('Invitations to come back', table(headings, rows), choices.join(' '))
}

function appointmentSection({ appointments }: PersonalData, moment: Moment, money: Money): string {
  const rows = appointments.map((one) => [
    `${showDate(one.date, money)}, ${showPeriod(one.slot, money)}`,
    `${one.treatment}${one.dentist ? ` with ${one.dentist}` : ''}`,
    inWords(one.status) + (one.cancelReason ? ` (${one.cancelReason})` : ''),
    [one.name, one.email, one.phone].filter(Boolean).join(', '),
    [one.note, one.overrideReason].filter(Boolean).join('; '),
    moment(one.bookedAt),
    formatDollars(one.price, money) + (one.paidAt ? `, paid ${moment(one.paidAt)}` : ''),
  ])
  return section('Your appointments', table(['Time', 'Treatment', 'State', 'For', 'Note', 'Booked', 'Price'], rows))
}

function waitingTable({ waiting }: PersonalData, moment: Moment, locale: Locale): string {
  const names = weekdayNames(locale)
  const weekdays = (days: number[]) => days.map((day) => names[day - 1]).join(', ')
  return table(
    ['Treatment', 'Dentist', 'Days', 'Hours', 'Until', 'Since', 'Ended', 'Offered'],
    waiting.map((one) => [
      one.treatment,
      one.dentist,
      weekdays(one.weekdays),
      one.hours,
      showDate(one.lastDay, locale),
      moment(one.joinedAt),
      one.endedAt && `${moment(one.endedAt)} (${inWords(one.endReason ?? '')})`,
      one.offers
        .map(
          ({ date, slot, sentAt, state }) =>
            `${showDate(date, locale)}, ${showPeriod(slot, locale)} (${inWords(state)}, sent ${moment(sentAt)})`,
        )
        .join('; '),
    ]),
  )
}

function paymentSection({ payments }: PersonalData, moment: Moment, money: Money): string {
  const rows = payments.flatMap(({ id, amount, state, startedAt, dispute, refunds }) => [
    [
      id,
      formatDollars(amount, money),
      inWords(state) + (dispute ? ` (disputed: ${inWords(dispute)})` : ''),
      moment(startedAt),
    ],
    ...refunds.map((one) => [
      `Refund (${inWords(one.reason)}${one.note && `: ${one.note}`})`,
      formatDollars(one.amount, money),
      inWords(one.state),
      moment(one.requestedAt),
    ]),
  ])
  return section('Your card payments', table(['Payment', 'Amount', 'State', 'Begun'], rows))
}

function moneySection({ appointments }: PersonalData, moment: Moment, money: Money): string {
  const rows = appointments.flatMap(({ charges, received }) => [
    ...charges.map((one) => [
      [one.words, one.reason].filter(Boolean).join(': '),
      formatDollars(one.amount, money),
      inWords(one.kind) + (one.voidedAt ? ', void' : ''),
      moment(one.madeAt),
    ]),
    ...received.flatMap(({ refunds, ...one }) => [
      [
        [`Receipt ${one.receipt}`, one.reference, one.voidReason].filter(Boolean).join(': '),
        formatDollars(one.amount, money),
        inWords(one.method) + (one.voidedAt ? ', void' : ''),
        moment(one.takenAt),
      ],
      ...refunds.map((refund) => [
        ['Refund', refund.note].filter(Boolean).join(': '),
        formatDollars(refund.amount, money),
        inWords(refund.state),
        moment(refund.requestedAt),
      ]),
    ]),
  ])
  return section('Your charges and payments', table(['What', 'Amount', 'Kind', 'When'], rows))
}

function section(title: string, content: string, note = ''): string {
  return `<section><h2>${escapeHtml(title)}</h2>${note && `<p>${escapeHtml(note)}</p>`}${content}</section>`
}

function table(head: string[], rows: Cell[][]): string {
  if (rows.length === 0) return '<p>Nothing.</p>'
  const cell = (content: Cell) => `<td>${escapeHtml(String(content ?? '') || '–')}</td>`
  const headRow = head.map((text) => `<th scope="col">${escapeHtml(text)}</th>`).join('')
  return `<table>${headRow && `<thead><tr>${headRow}</tr></thead>`}<tbody>${rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`).join('\n')}</tbody></table>`
}
