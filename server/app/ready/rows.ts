import type { ClinicData } from '#contract/clinic.ts'
import { clinicToday, formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import type { OutsideService, ServiceKind } from '#contract/outside-service.ts'
import type { ReadyRow } from '#contract/ready.ts'
import { pages } from '#contract/site/pages.ts'
import { performersOf, type Rules } from '#server/calendar/rules/rules.ts'
import type { Finding } from '../preflight/check.ts'

/** What the list is made from. `samples`: what is still of the sample clinic. `address`: what preflight says about the
 *  public address; undefined while only this machine can reach it. */
export type Facts = {
  clinic: ClinicData
  rules: Pick<Rules, 'week' | 'treatments' | 'doctors' | 'chairs'>
  samples: readonly string[]
  zoneWarnings: readonly string[]
  services: readonly OutsideService[]
  mailTriedAt: Date | null
  members: readonly { name: string; role: string; secondFactor: boolean }[]
  invitations: number
  hasPatients: boolean
  lastBackup: Date | undefined
  demo: boolean
  address: Finding | undefined
  publicUrl: string
  now: Date
}

type Row = Omit<ReadyRow, 'isNeeded' | 'more'> & { more?: string[] }

/** Returns the rows, those that a clinic needs first. */
export function readyRows(facts: Facts): ReadyRow[] {
  const needed = [clinicRow, samplesRow, hoursRow, dentistsRow, treatmentsRow, pricesRow, mailRow, factorRow]
  const server = [addressRow, demoRow, backupRow]
  const recommended = [imprintRow, zoneRow, textsRow, cardsRow, adminsRow, staffRow, chairsRow, patientsRow]
  const toRows = (makers: readonly ((facts: Facts) => Row)[], isNeeded: boolean) =>
    makers.map((make) => ({ more: [], ...make(facts), isNeeded }))
  return [...toRows([...needed, ...server], true), ...toRows(recommended, false)]
}

const list = (names: readonly string[]) => new Intl.ListFormat('en-US').format(names)
const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

function clinicRow({ clinic }: Facts): Row {
  const { name, address, phone, email } = clinic
  const missing = Object.entries({ name, address, 'phone number': phone, email }).flatMap(([word, text]) =>
    text === '' ? [word] : [],
  )
  const isDone = missing.length === 0
  return {
    ...{ title: 'Name, address and phone', page: pages.clinic, isDone },
    sentence: isDone ? `${name}, ${address}, ${phone}.` : `Patients can’t see the clinic’s ${list(missing)} yet.`,
  }
}

function samplesRow({ samples }: Facts): Row {
  const isDone = samples.length === 0
  return {
    ...{ title: 'Your own texts', page: pages.clinic, isDone, more: samples.map(capital) },
    sentence: isDone ? 'Nothing of the sample clinic is left.' : 'Patients still see parts of the sample clinic.',
  }
}

function hoursRow({ rules }: Facts): Row {
  const open = [...rules.week.values()].filter((periods) => periods.length > 0).length
  return {
    ...{ title: 'Opening hours', page: pages.openingHours, isDone: open > 0 },
    sentence:
      open > 0
        ? `The clinic is open on ${open} ${open === 1 ? 'day' : 'days'} a week.`
        : 'Without opening hours nobody can book.',
  }
}

function dentistsRow({ rules }: Facts): Row {
  const idle = rules.doctors.filter(({ treatmentIds }) => treatmentIds.size === 0).map(({ name }) => name)
  const { length } = rules.doctors
  return {
    ...{ title: 'Dentists', page: pages.manageDoctors, isDone: length > 0 && idle.length === 0, more: idle },
    sentence:
      length === 0
        ? 'There is no dentist, so one patient at a time can book each treatment.'
        : idle.length > 0
          ? 'These dentists perform no treatment, so nobody can book them:'
          : `${length === 1 ? 'One dentist performs' : `${length} dentists perform`} treatments.`,
  }
}

function treatmentsRow({ rules }: Facts): Row {
  const { treatments } = rules
  const without = treatments.filter(({ id }) => performersOf(rules as Rules, id).length === 0).map(({ name }) => name)
  return {
    ...{ title: 'Treatments', page: pages.treatments, more: without },
    isDone: treatments.length > 0 && without.length === 0,
    sentence:
      treatments.length === 0
        ? 'Without a treatment nobody can book.'
        : without.length > 0
          ? 'No dentist performs these treatments:'
          : `${treatments.length === 1 ? 'The treatment has a dentist' : `Each of ${treatments.length} treatments has a dentist`}.`,
  }
}

function pricesRow({ rules: { treatments } }: Facts): Row {
  const free = treatments.filter(({ priceCents }) => priceCents === 0).map(({ name }) => name)
  const isDone = treatments.length > 0 && free.length === 0
  return {
    ...{ title: 'Prices', page: pages.treatments, isDone, more: free },
    sentence: isDone
      ? 'Every treatment has a price.'
      : treatments.length === 0
        ? 'There is no treatment with a price yet.'
        : 'These treatments cost nothing:',
  }
}

const stateOf = ({ services }: Facts, kind: ServiceKind) => services.find((each) => each.kind === kind)

function mailRow(facts: Facts): Row {
  const isUsed = stateOf(facts, 'mail')?.state === 'used'
  const { mailTriedAt, clinic } = facts
  const isDone = isUsed && mailTriedAt !== null
  return {
    ...{ title: 'Emails', page: pages.outsideServices, isDone },
    sentence: !isUsed
      ? 'No mail server is set, so patients get no confirmations and nobody can reset a password.'
      : mailTriedAt === null
        ? 'A mail server is set. Send yourself a test email to see that it arrives.'
        : `The mail server took a test email on ${onDay(mailTriedAt, clinic)}.`,
  }
}

const onDay = (at: Date, { timeZone }: ClinicData) => formatMediumDate(clinicToday(at, timeZone))

const adminsIn = ({ members }: Facts) => members.filter(({ role }) => role === 'admin')

function factorRow(facts: Facts): Row {
  const without = adminsIn(facts).flatMap(({ name, secondFactor }) => (secondFactor ? [] : [name]))
  const isDone = without.length === 0
  return {
    ...{ title: 'Second factor of the admins', page: pages.staff, isDone, more: without },
    sentence: isDone ? 'Every admin signs in with a second factor.' : 'These admins sign in with a password alone:',
  }
}

function addressRow({ address, publicUrl }: Facts): Row {
  return {
    ...{ title: 'Public address', isDone: address?.level === 'ok' },
    sentence: address
      ? `${address.level === 'ok' ? 'Patients reach ' : ''}${address.text}.`
      : `Only this machine can reach ${publicUrl}: set PUBLIC_URL to the https address of the clinic.`,
  }
}

function demoRow({ demo }: Facts): Row {
  return {
    ...{ title: 'Demo mode', isDone: !demo },
    sentence: demo ? 'It is on: anyone can log in as the demo admin. Set DEMO=off before patients come.' : 'It is off.',
  }
}

/** A backup is made every day. */
const backupMs = 2 * 86_400_000

function backupRow({ lastBackup, clinic, now }: Facts): Row {
  const isDone = lastBackup !== undefined && now.getTime() - lastBackup.getTime() < backupMs
  return {
    ...{ title: 'Backups', isDone },
    sentence:
      lastBackup === undefined
        ? 'There is no backup yet. Let a job run npm run backup every day.'
        : `The last backup is of ${onDay(lastBackup, clinic)}${isDone ? '.' : ': see why the daily job makes none.'}`,
  }
}

function imprintRow({ clinic }: Facts): Row {
  const isDone = clinic.imprint !== ''
  return {
    ...{ title: 'Imprint', page: pages.clinic, isDone },
    sentence: isDone ? 'The site has an imprint.' : 'Many countries ask for an imprint. There is none yet.',
  }
}

function zoneRow({ clinic, zoneWarnings }: Facts): Row {
  return {
    ...{ title: 'Time zone', page: pages.clinic, isDone: zoneWarnings.length === 0, more: zoneWarnings.map(capital) },
    sentence: `All times are those of ${clinic.timeZone}.`,
  }
}

function textsRow(facts: Facts): Row {
  const isDone = stateOf(facts, 'texts')?.state === 'used'
  return {
    ...{ title: 'Text messages', page: pages.outsideServices, isDone },
    sentence: isDone
      ? 'Patients who want text messages get them.'
      : 'No text service is set. Patients get emails, or the desk calls them.',
  }
}

function cardsRow(facts: Facts): Row {
  const cards = stateOf(facts, 'cards')
  const isDone = cards?.state === 'used' && !cards.isTest
  return {
    ...{ title: 'Card payments', page: pages.outsideServices, isDone },
    sentence: isDone
      ? 'Patients can pay by card, in Stripe’s live mode.'
      : cards?.state === 'waits'
        ? 'The keys of Stripe are set and used from the server’s next start on.'
        : cards?.isTest
          ? 'Stripe is in test mode: no card is charged.'
          : 'No account at Stripe is set. Patients pay at the desk.',
  }
}

function adminsRow(facts: Facts): Row {
  const admins = adminsIn(facts)
  const isDone = admins.length > 1
  return {
    ...{ title: 'A second admin', page: pages.staff, isDone },
    sentence: isDone
      ? `${list(admins.map(({ name }) => name))} are admins.`
      : 'There is one admin. A second one can help if the first is locked out.',
  }
}

function staffRow({ members, invitations }: Facts): Row {
  const others = members.filter(({ role }) => role !== 'admin').length
  const isDone = others + invitations > 0
  const counted = [`${others} ${others === 1 ? 'colleague works' : 'colleagues work'} here`, `${invitations} invited`]
  return {
    ...{ title: 'Staff', page: pages.staff, isDone },
    sentence: isDone
      ? `${(invitations > 0 ? counted : counted.slice(0, 1)).join(', ')}.`
      : 'Nobody is invited yet. The desk and dentists work with accounts of their own.',
  }
}

function chairsRow({ rules: { chairs } }: Facts): Row {
  return {
    ...{ title: 'Chairs', page: pages.chairs, isDone: chairs.length > 0 },
    sentence:
      chairs.length > 0
        ? `${chairs.length === 1 ? 'One chair limits' : `${chairs.length} chairs limit`} how many patients come at once.`
        : 'No chairs are entered: each dentist can treat a patient at any time.',
  }
}

function patientsRow({ hasPatients }: Facts): Row {
  return {
    ...{ title: 'Your patients', page: hasPatients ? pages.patients : pages.importPatients, isDone: hasPatients },
    sentence: hasPatients
      ? 'The clinic knows patients.'
      : 'Bring the patients and appointments of your old system by an import.',
  }
}
