import { generatePath } from 'react-router'
import { type Actor, can } from '#contract/access/access.ts'
import type { Role } from '#contract/access/roles.ts'
import { finderOf } from '#contract/kit/text/fold.ts'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { pages } from '#contract/site/pages.ts'
import { staffMenuOf } from '#contract/site/staff-menu.ts'
import { dayOfWeekInText } from '#web/dates.ts'
import { asking } from '#web/ui/asked.ts'
import { readTypedDay } from './typed-day.ts'
import { type Period, readTypedPeriod } from './typed-period.ts'

/** Where the search can lead besides patients. `words`: by which it is found, besides its label; `page`: whose icon it
 *  has. */
export type Command = { label: string; words: string; to: string; page: string }

interface Situation {
  actor: Actor & { role: Role }
  today: IsoDate
  isUs: boolean
  doctors: readonly { _id: string; name: string }[]
}

/** Returns the commands that a text finds: those that its words name, and those for a dentist who alone is named, which
 *  come after the patients of that name. */
export function commandsFor(typed: string, { actor, today, isUs, doctors }: Situation) {
  const { day, rest } = readTypedDay(typed, { today, isUs })
  const { period, rest: named } = readTypedPeriod(rest)
  const { doctor, words } = readDoctor(named, doctors)
  const isFound = finderOf(words)
  const all = [
    ...(day ? [dayCommand(day, today)] : []),
    ...(doctor ? doctorCommands(actor, doctor, { day, period, today }) : actions(actor, { day, period, today })),
    ...(day || doctor ? [] : pageCommands(actor.role)),
  ]
  const found = all.filter(({ label, words: more }) => isFound(`${label} ${more}`))
  const isNameOnly = doctor !== undefined && words === '' && day === undefined
  return isNameOnly ? { first: [], last: found } : { first: found, last: [] }
}

/** Finds a dentist by a word of their name, and returns the words that don't name them. */
function readDoctor(rest: string, doctors: Situation['doctors']) {
  const words = rest.split(' ').filter((word) => word !== '' && !/^dr\.?$/.test(word))
  const naming = words.filter((word) => word.length > 2)
  const doctor = doctors.find(({ name }) => naming.some((word) => isWordOf(name, word)))
  const others = doctor ? words.filter((word) => !isWordOf(doctor.name, word)) : words
  return { doctor, words: others.join(' ') }
}

const isWordOf = (name: string, word: string) =>
  name.split(/[\s.]+/).some((each) => each.length > 2 && finderOf(word)(each) && each.length <= word.length + 2)

/** The day and the part of it that were typed. */
type When = { day: IsoDate | undefined; period: Period | undefined; today: IsoDate }

const toParams = (period: Period | undefined) => period && { from: `${period.from}`, until: `${period.until}` }

const onDay = (day: IsoDate | undefined, today: IsoDate) =>
  day === undefined ? '' : day === today ? ' today' : ` on ${dayOfWeekInText(day)}`

const dateOf = (day: IsoDate | undefined, today: IsoDate) => (day === today ? undefined : day)

function dayCommand(day: IsoDate, today: IsoDate): Command {
  const date = dateOf(day, today)
  return {
    label: day === today ? 'Appointments of today' : `Appointments on ${dayOfWeekInText(day)}`,
    ...{ words: 'day open show', to: date ? `${pages.day}?date=${date}` : pages.day, page: pages.day },
  }
}

function doctorCommands(
  actor: Situation['actor'],
  { _id: id, name }: Situation['doctors'][number],
  { day, period, today }: When,
): Command[] {
  const date = dateOf(day, today)
  const path = generatePath(pages.doctor, { id })
  const week = new URLSearchParams({ ...(date && { date }), view: 'week', doctor: id })
  const booking = {
    label: `New appointment with ${name}${onDay(day, today)}`,
    ...{ words: 'book add', to: asking(pages.day, 'new', { date, doctor: id }), page: pages.day },
  }
  return [
    ...(can(actor, 'book-for-patient') ? [booking] : []),
    ...(can(actor, 'change-availability')
      ? [
          {
            label: `Block a time of ${name}${onDay(day, today)}`,
            ...{ words: 'close free', to: asking(pages.day, 'block', { date, doctor: id, ...toParams(period) }) },
            page: pages.day,
          },
          {
            label: `${name} is away${onDay(day, today)}`,
            ...{ words: 'absent absence sick ill holiday vacation', to: asking(path, 'absence', { date: day }) },
            page: pages.manageDoctors,
          },
        ]
      : []),
    { label: `Week of ${name}`, words: 'calendar', to: `${pages.day}?${week}`, page: pages.day },
    { label: name, words: 'hours treatments doctor dentist', to: path, page: pages.manageDoctors },
  ]
}

/** What can be done without naming anybody, on a day. */
function actions(actor: Situation['actor'], { day, period, today }: When): Command[] {
  const date = dateOf(day, today)
  const all: [isPermitted: boolean, command: Command][] = [
    [
      can(actor, 'book-for-patient'),
      {
        label: `New appointment${onDay(day, today)}`,
        ...{ words: 'book add', to: asking(pages.day, 'new', { date }), page: pages.day },
      },
    ],
    [
      can(actor, 'change-availability'),
      {
        label: `Block a time${onDay(day, today)}`,
        ...{ words: 'close free', to: asking(pages.day, 'block', { date, ...toParams(period) }), page: pages.day },
      },
    ],
    [
      can(actor, 'change-patient') && day === undefined,
      { label: 'Add a patient', words: 'new create', to: asking(pages.patients, 'add'), page: pages.patients },
    ],
    [
      can(actor, 'change-calendar') && day === undefined,
      { label: 'Close or open online booking', words: 'switch stop', to: pages.openingHours, page: pages.openingHours },
    ],
    [
      can(actor, 'import-patients') && day === undefined,
      { label: 'Import patients', words: 'csv file upload bring', to: pages.importPatients, page: pages.patients },
    ],
  ]
  return all.flatMap(([isPermitted, command]) => (isPermitted ? [command] : []))
}

/** Other words for a page. */
const synonyms: Partial<Record<string, string>> = {
  [pages.day]: 'calendar schedule appointments agenda',
  [pages.till]: 'till cash money count close',
  [pages.payments]: 'receipts invoices',
  [pages.reports]: 'figures revenue statistics books export',
  [pages.recalls]: 'due reminders invite',
  [pages.attention]: 'misfits calls problems absences',
  [pages.openingHours]: 'holidays closed special days policy hours',
  [pages.manageDoctors]: 'dentists absences hours',
  [pages.addDoctor]: 'dentist new',
  [pages.messages]: 'emails texts templates',
  [pages.outsideServices]: 'mail smtp stripe sms text messages cards set up',
  [pages.clinic]: 'address name logo language currency time zone settings',
  [pages.staff]: 'invite receptionist roles',
  [pages.users]: 'accounts make admin',
  [pages.activity]: 'audit trail log',
  [pages.setUpSteps]: 'set-up set up steps begin start checklist missing',
  [pages.account]: 'password devices second factor settings',
  [pages.treatments]: 'prices services',
}

function pageCommands(role: Role): Command[] {
  const entries = staffMenuOf(role).flatMap((group) => group.entries)
  return entries.map(({ path, label }) => ({ label, words: synonyms[path] ?? '', to: path, page: path }))
}
