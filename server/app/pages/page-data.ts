import { clinicToday, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { Clinic } from '#contract/site/clinic.ts'
import type { Calendar } from '#server/calendar/calendar.ts'
import { type FirstFree, firstFreeInWords } from '#server/calendar/public/first-free.ts'
import { nextTimesInWords } from '#server/calendar/public/next-times.ts'
import { rememberOpenInWords } from '#server/calendar/public/open-now.ts'
import { specialDays } from '#server/calendar/public/special-days.ts'
import { bookedOnline, type Rules } from '#server/calendar/rules/rules.ts'
import type { Config } from '#server/config/config.ts'
import type { Accounts } from '#server/outside-service/accounts.ts'
import type { OutsideServices } from '#server/outside-service/services.ts'
import { openLatest } from '#server/site/latest.ts'
import type { AppDeps } from '../deps.ts'
import { publicClinic } from './public-clinic.ts'
import { publicDentists } from './public-dentists.ts'
import { reasonToSignIn } from './sign-in-reason.ts'

/** Longest wait of a page after a change of the rules, which is rare, and after one of the next free time, which is
 *  not. */
const [rulesTimeoutMs, nextFreeTimeoutMs] = [500, 20]

/** How long the landing page may name a next free time while a newer one can't be found. */
const nextFreeMaxAgeMs = 5_000

/** Opens the clinic's data for the pages, which follow the rules (docs/decisions/0032). `home` is for the landing page,
 *  with the next free times and whether the clinic is open, `dentists` for the page of dentists. Each returns the same
 *  object until its content changes. */
export async function openPageData(
  { config, clock, log }: Pick<AppDeps, 'config' | 'clock' | 'log'>,
  { calendar, accounts }: { calendar: Pick<Calendar, 'rules' | 'firstFree'>; accounts: OutsideServices['current'] },
  card: Clinic['card'],
) {
  const toClinic = rememberClinic(config, clock, card)
  const readClinic = () =>
    andThen(calendar.rules(), (rules) => andThen(accounts(), (current) => toClinic(rules, current)))
  const clinic = openLatest(readClinic, {
    fallback: await readClinic(),
    timeoutMs: rulesTimeoutMs,
    onError: (error) => log.warn(error, 'the rules can’t be read: pages show the last known ones'),
  })
  const nextFree = openLatest<FirstFree | undefined>(calendar.firstFree, {
    fallback: undefined,
    maxAgeMs: nextFreeMaxAgeMs,
    timeoutMs: nextFreeTimeoutMs,
    onError: (error) => log.warn(error, 'the next free time can’t be read: the landing page does not name it'),
  })
  const toHome = rememberHome(clock)
  const home = () => {
    const free = nextFree()
    return andThen(clinic(), (known) =>
      andThen(free, (first) => toHome(toClinic.withDentists(known), first, toClinic.openInWords(known))),
    )
  }
  // The first search takes longer than a visitor waits, so that it begins before anybody asks.
  Promise.resolve(home()).catch(() => undefined)
  const signInReason = (from: string) =>
    andThen(clinic(), (known) => reasonToSignIn(toClinic.rulesOf(known), known, from))
  return { clinic, home, signInReason, dentists: () => andThen(clinic(), toClinic.withDentists) }
}

function rememberClinic(config: Config, clock: () => Date, card: Clinic['card']) {
  let last: { version: number; today: IsoDate; accounts: Accounts; clinic: Clinic } | undefined
  const withDentists = new WeakMap<Clinic, Clinic>()
  const rulesOf = new WeakMap<Clinic, Rules>()
  const toWords = rememberOpenInWords(clock)
  const openInWords = (clinic: Clinic) => {
    const rules = rulesOf.get(clinic)
    return rules ? toWords(rules) : ''
  }
  const toClinic = (all: Rules, accounts: Accounts): Clinic => {
    const { version, clinic, timeZone, policy, week } = all
    const today = clinicToday(clock(), timeZone)
    const isSame = last?.version === version && last.today === today && isSameSent(last.accounts, accounts)
    if (last && isSame) return last.clinic
    const shown = { clinic, week, special: specialDays(all, today), policy, treatments: bookedOnline(all) }
    const { smtpUrl, texts } = accounts
    last = { version, today, accounts, clinic: publicClinic({ ...config, smtpUrl, texts }, shown, card) }
    withDentists.set(last.clinic, { ...last.clinic, dentists: publicDentists(all) })
    rulesOf.set(last.clinic, all)
    return last.clinic
  }
  return Object.assign(toClinic, {
    withDentists: (clinic: Clinic) => withDentists.get(clinic) ?? clinic,
    openInWords,
    rulesOf: (clinic: Clinic) => rulesOf.get(clinic),
  })
}

/** Tells whether the same is sent with both accounts. */
function isSameSent(one: Accounts, other: Accounts): boolean {
  return !one.smtpUrl === !other.smtpUrl && !one.texts === !other.texts
}

// The clinic's data are others on another day, so that ‘Tomorrow’ is true.
function rememberHome(clock: () => Date) {
  let last: { clinic: Clinic; first: FirstFree | undefined; openInWords: string; home: Clinic } | undefined
  const withTimes = (clinic: Clinic, first: FirstFree): Clinic => {
    const nextTimes = nextTimesInWords(first, clinic, clinicToday(clock(), clinic.timeZone))
    return { ...clinic, nextFree: firstFreeInWords(first, clinic), nextTimes }
  }
  return (clinic: Clinic, first: FirstFree | undefined, openInWords: string): Clinic => {
    if (last?.clinic === clinic && last.first === first && last.openInWords === openInWords) return last.home
    const open = openInWords === '' ? clinic : { ...clinic, openInWords }
    last = { clinic, first, openInWords, home: first ? withTimes(open, first) : open }
    return last.home
  }
}

/** Calls `use` with a value at once, or when its promise resolves. */
function andThen<Value, Result>(value: Value | Promise<Value>, use: (value: Value) => Result | Promise<Result>) {
  return value instanceof Promise ? value.then(use) : use(value)
}
