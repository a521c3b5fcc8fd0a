import type { ClinicData } from '#contract/clinic.ts'
import { clinicToday, formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import { pages } from '#contract/site/pages.ts'
import { performersOf, type Rules } from '#server/calendar/rules/rules.ts'
import { adminsIn, capital, type Facts, list, type Row, stateOf } from './facts.ts'

export function clinicRow({ clinic }: Facts): Row {
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

export function samplesRow({ samples }: Facts): Row {
  const isDone = samples.length === 0
  return {
    ...{ title: 'Your own texts', page: pages.clinic, isDone, more: samples.map(capital) },
    sentence: isDone ? 'Nothing of the sample clinic is left.' : 'Patients still see parts of the sample clinic.',
  }
}

export function hoursRow({ rules }: Facts): Row {
  const open = [...rules.week.values()].filter((periods) => periods.length > 0).length
  return {
    ...{ title: 'Opening hours', page: pages.openingHours, isDone: open > 0 },
    sentence:
      open > 0
        ? `The clinic is open on ${open} ${open === 1 ? 'day' : 'days'} a week.`
        : 'Without opening hours nobody can book.',
  }
}

export function dentistsRow({ rules }: Facts): Row {
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

export function treatmentsRow({ rules }: Facts): Row {
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

export function pricesRow({ rules: { treatments } }: Facts): Row {
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

export function mailRow(facts: Facts): Row {
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

export function factorRow(facts: Facts): Row {
  const without = adminsIn(facts).flatMap(({ name, secondFactor }) => (secondFactor ? [] : [name]))
  const isDone = without.length === 0
  return {
    ...{ title: 'Second factor of the admins', page: pages.account, isDone, more: without },
    sentence: isDone
      ? 'Every admin signs in with a second factor.'
      : 'These admins sign in with a password alone. Each sets it up in My Account:',
  }
}

export function addressRow({ address, publicUrl }: Facts): Row {
  return {
    ...{ title: 'Public address', isDone: address?.level === 'ok' },
    sentence: address
      ? `${address.level === 'ok' ? 'Patients reach ' : ''}${address.text}.`
      : `Only this machine can reach ${publicUrl}: set PUBLIC_URL to the https address of the clinic.`,
  }
}

export function demoRow({ demo }: Facts): Row {
  return {
    ...{ title: 'Demo mode', isDone: !demo },
    sentence: demo ? 'It is on: anyone can log in as the demo admin. Set DEMO=off before patients come.' : 'It is off.',
  }
}

/** A backup is made every day. */
const backupMs = 2 * 86_400_000

export function backupRow({ lastBackup, clinic, now }: Facts): Row {
  const isDone = lastBackup !== undefined && now.getTime() - lastBackup.getTime() < backupMs
  return {
    ...{ title: 'Backups', isDone },
    sentence:
      lastBackup === undefined
        ? 'There is no backup yet. Let a job run npm run backup every day.'
        : `The last backup is of ${onDay(lastBackup, clinic)}${isDone ? '.' : ': see why the daily job makes none.'}`,
  }
}
