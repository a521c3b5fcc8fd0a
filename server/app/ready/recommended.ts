import { pages } from '#contract/site/pages.ts'
import { isSuited } from '#server/calendar/rules/rules.ts'
import { adminsIn, capital, type Facts, list, type Row, stateOf } from './facts.ts'

export function imprintRow({ clinic }: Facts): Row {
  const isDone = clinic.imprint !== ''
  return {
    ...{ title: 'Imprint', page: pages.clinic, isDone },
    sentence: isDone ? 'The site has an imprint.' : 'Many countries ask for an imprint. There is none yet.',
  }
}

export function picturesRow({ clinic }: Facts): Row {
  const isDone = clinic.pictures.hero !== null
  return {
    ...{ title: 'Your own pictures', page: pages.clinic, isDone },
    sentence: isDone ? 'The home page shows your own picture.' : 'The home page has drawings instead of your rooms.',
  }
}

export function zoneRow({ clinic, zoneWarnings }: Facts): Row {
  return {
    ...{ title: 'Time zone', page: pages.clinic, isDone: zoneWarnings.length === 0, more: zoneWarnings.map(capital) },
    sentence: `All times are those of ${clinic.timeZone}.`,
  }
}

export function textsRow(facts: Facts): Row {
  const isDone = stateOf(facts, 'texts')?.state === 'used'
  return {
    ...{ title: 'Text messages', page: pages.outsideServices, isDone },
    sentence: isDone
      ? 'Patients who want text messages get them.'
      : 'No text service is set. Patients get emails, or the desk calls them.',
  }
}

export function cardsRow(facts: Facts): Row {
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

export function adminsRow(facts: Facts): Row {
  const admins = adminsIn(facts)
  const isDone = admins.length > 1
  return {
    ...{ title: 'A second admin', page: pages.staff, isDone },
    sentence: isDone
      ? `${list(admins.map(({ name }) => name))} are admins.`
      : 'There is one admin. A second one can help if the first is locked out.',
  }
}

export function staffRow(facts: Facts): Row {
  const { members, invitations } = facts
  const others = members.length - adminsIn(facts).length
  const isDone = others + invitations > 0
  const counted = [`${others} ${others === 1 ? 'colleague works' : 'colleagues work'} here`, `${invitations} invited`]
  return {
    ...{ title: 'Staff', page: pages.staff, isDone },
    sentence: isDone
      ? `${(invitations > 0 ? counted : counted.slice(0, 1)).join(', ')}.`
      : 'Nobody is invited yet. The desk and dentists work with accounts of their own.',
  }
}

export function chairsRow({ rules }: Facts): Row {
  const { chairs, treatments } = rules
  const isPossible = ({ id }: { id: string }) => chairs.some((chair) => isSuited(rules, chair, id))
  const without = chairs.length > 0 ? treatments.filter((each) => !isPossible(each)).map(({ name }) => name) : []
  return {
    ...{ title: 'Chairs', page: pages.chairs, isDone: chairs.length > 0 && without.length === 0, more: without },
    sentence:
      without.length > 0
        ? 'No chair is for these treatments, so nobody can book them:'
        : chairs.length > 0
          ? `${chairs.length === 1 ? 'One chair limits' : `${chairs.length} chairs limit`} how many patients come at once.`
          : 'No chairs are entered: each dentist can treat a patient at any time.',
  }
}

export function onlineRow({ rules: { policy } }: Facts): Row {
  return {
    ...{ title: 'Online booking', page: pages.openingHours, isDone: policy.onlineBooking },
    sentence: policy.onlineBooking
      ? 'Patients see free times, book and move their appointments.'
      : 'It is closed: public pages ask patients to call. Open it when the rest is ready.',
  }
}

export function patientsRow({ hasPatients }: Facts): Row {
  return {
    ...{ title: 'Your patients', page: hasPatients ? pages.patients : pages.importPatients, isDone: hasPatients },
    sentence: hasPatients
      ? 'The clinic knows patients.'
      : 'Bring the patients and appointments of your old system by an import.',
  }
}
