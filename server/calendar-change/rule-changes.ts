import { isDone, type RefusalOf, type ResultOf } from '#contract/kit/outcome.ts'
import { addDays, clinicToday } from '#contract/kit/time/clinic-date.ts'
import { addCall } from '#server/appointment/patient-call-store.ts'
import { addEarlierReminders } from '#server/appointment/reminder-store.ts'
import { moveBooking } from '#server/booking/move-store.ts'
import {
  type DayTime,
  findOutside,
  listBookedDays,
  listIdsOfDied,
  listUpcomingById,
  listUpcomingOn,
  type UpcomingBooking,
} from '#server/booking/queries.ts'
import { listContacts, lockBookings } from '#server/booking/store.ts'
import type { Calendar } from '#server/calendar/calendar.ts'
import type { Rules } from '#server/calendar/rules/rules.ts'
import { readRules, readRulesIn } from '#server/calendar/store.ts'
import type { Db } from '#server/database/db.ts'
import { lockRules } from '#server/database/pool/rules-lock.ts'
import { preview, transact } from '#server/database/pool/transact.ts'
import type { Contact } from '#server/patient/contact-store.ts'
import { lostTimes, wholeDays } from './lost-times.ts'
import { isMovable, limitsOf } from './misfit.ts'
import { daysAround, listMisfits, type MisfitOf, type Move, refit } from './move-misfits.ts'

/** An appointment that another doctor or chair takes over. `toDoctor`: the doctor's name. */
export type Moved = UpcomingBooking & { toDoctor: string | undefined }

/** An appointment that another doctor takes over. `contact`: by which means its patient is told. */
export type Replaced = UpcomingBooking & { contact: Contact }

/** The result of a change of the rules, their new version, the appointments that other doctors or chairs take over,
 *  and those that fit no longer. `replaced`: those of `moved` whose patients may be told about another doctor.
 *  `reminded`: how many addresses and numbers may get a reminder at once. */
export type Changed<Result> = {
  ok: true
  result: Result
  version: number
  moved: Moved[]
  replaced: Replaced[]
  reminded: number
  misfits: MisfitOf<UpcomingBooking>[]
}

/** Whether patients get an email about what a change does to their appointments. */
export type Telling = { tellPatients: boolean }

/** Changes rules in a transaction that holds their lock, or refuses to. `version` is the one before. */
type Work<Any> = (tx: Db, version: number) => Promise<Any>

type ChangeOutcome<Any extends { ok: boolean }> = Changed<ResultOf<Any>> | RefusalOf<Any>

type Deps = { db: Db; calendar: Calendar }

/** Runs changes of the rules, one at a time. Bookings wait meanwhile, so that the list of appointments is complete when
 *  a change is committed. The database finds the few that don't fit, because a large clinic has hundreds of thousands
 *  (docs/decisions/0052). */
export function openRuleChanges({ db, calendar: { clock, invalidateAll } }: Deps) {
  /** The ids of the appointments that break the rules of a version. The list is complete for that version, because
   *  bookings and moves are checked against the rules. */
  let known: { version: number; ids: string[] } | undefined

  // An appointment of yesterday may not have ended.
  const listDays = (tx: Db, { timeZone }: Rules) => listBookedDays(tx, addDays(clinicToday(clock(), timeZone), -1))

  const findOutsideOf = (tx: Db, rules: Rules, times: readonly DayTime[]) =>
    findOutside(tx, clock(), limitsOf(rules, [...new Set(times.map(({ date }) => date))]), times)

  /** Lists the ids of the appointments outside of the rules that hold now. */
  const listOutside = async (tx: Db, rules: Rules): Promise<string[]> => {
    if (known?.version === rules.version) return known.ids
    const { ids } = await findOutsideOf(tx, rules, wholeDays(await listDays(tx, rules), rules.timeZone))
    known = { version: rules.version, ids }
    return ids
  }

  const run = async <Any extends { ok: boolean }>(tx: Db, work: Work<Any>, { tellPatients }: Telling) => {
    await lockRules(tx)
    const before = await readRulesIn(tx)
    const former = new Set(await listOutside(tx, before))
    const result = await work(tx, before.version)
    if (!isDone(result)) return { ok: false as const, refusal: result as RefusalOf<Any> }
    const rules = await readRulesIn(tx)
    const lost = await findOutsideOf(tx, rules, lostTimes(before, rules, await listDays(tx, rules)))
    const ids = [...new Set([...lost.ids, ...former])]
    // Those that were outside before and touch no lost time.
    const others = await listUpcomingById(tx, clock(), ids.slice(lost.ids.length))
    const upcoming = [...lost.upcoming, ...others]
    const { moved, replaced, misfits } = await refitIn(tx, rules, upcoming, { now: clock(), tellPatients })
    const judged = new Set(upcoming.map(({ id }) => id))
    const { version } = rules
    const changed: Changed<ResultOf<Any>> = {
      ...{ ok: true, result, version, moved, replaced },
      reminded: await addEarlierReminders(tx, clock(), { former: before.policy, announced: tellPatients }),
      misfits: misfits.filter(({ appointment }) => !former.has(appointment.id)),
    }
    // One that has ended or is done stays, in case its status is set back.
    const left = [...ids.filter((id) => !judged.has(id)), ...misfits.map(({ appointment }) => appointment.id)]
    return { ok: true as const, known: { version, ids: left }, changed }
  }

  return {
    /** Runs `work`, which changes rules, and refits the appointments, all in one transaction. */
    change: async <Any extends { ok: boolean }>(work: Work<Any>, telling: Telling): Promise<ChangeOutcome<Any>> => {
      const outcome = await transact(db, (tx) => run(tx, work, telling))
      if (!outcome.ok) return outcome.refusal
      known = outcome.known
      invalidateAll()
      return outcome.changed
    },
    /** Returns what `change` would return, and changes nothing. */
    preview: async <Any extends { ok: boolean }>(work: Work<Any>): Promise<ChangeOutcome<Any>> => {
      const outcome = await preview(db, (tx) => run(tx, work, { tellPatients: false }))
      return outcome.ok ? outcome.changed : outcome.refusal
    },
    /** Lists the appointments that do not fit the rules, and those of patients who have died, in order of their
     *  start. */
    listMisfits: async (): Promise<MisfitOf<UpcomingBooking>[]> => {
      const rules = await readRules(db)
      const ofDied = new Set(await listIdsOfDied(db, clock()))
      const ids = new Set([...(await listOutside(db, rules)), ...ofDied])
      return listMisfits(rules, await listUpcomingById(db, clock(), [...ids]), ofDied)
    },
  }
}

/** Moves the appointments that don't fit the rules to other doctors and chairs, if there are some, and returns these
 *  with those that fit no longer. */
async function refitIn(
  tx: Db,
  rules: Rules,
  upcoming: UpcomingBooking[],
  { now, tellPatients }: { now: Date } & Telling,
): Promise<Pick<Changed<unknown>, 'moved' | 'replaced' | 'misfits'>> {
  const outside = listMisfits(rules, upcoming)
  const movable = outside.filter(({ reason }) => isMovable(reason))
  const days = new Set(movable.flatMap(({ appointment }) => daysAround(appointment.date)))
  const { moves, misfits } = refit(rules, outside, await listUpcomingOn(tx, now, [...days]))
  const { moved, replaced } = pairWith(rules, outside, moves, now)
  await applyMoves(tx, moves, tellPatients ? replaced : [])
  const contacts = await listContacts(
    tx,
    replaced.map(({ id }) => id),
    'change',
  )
  const told = replaced.flatMap((appointment) => {
    const contact = contacts.get(appointment.id)
    return contact ? [{ ...appointment, contact }] : []
  })
  return { moved, replaced: told, misfits }
}

/** Gives appointments their other doctors and chairs. `told`: those whose patients are told, by email or phone. */
async function applyMoves(tx: Db, moves: readonly Move[], told: readonly UpcomingBooking[]): Promise<void> {
  const announced = new Set(told.map(({ id }) => id))
  const ids = moves.map(({ id }) => id)
  if (ids.length > 0) await lockBookings(tx, ids)
  for (const move of moves) await moveBooking(tx, { ...move, announced: announced.has(move.id) })
  for (const { id, date, slot } of told)
    await addCall(tx, { bookingId: id, kind: 'moved', from: { date, slot }, message: '' })
}

/** Returns the appointments that move, and those of them that have not begun and lose a doctor whom their patient
 *  knows. */
function pairWith(
  { doctors }: Rules,
  outside: readonly MisfitOf<UpcomingBooking>[],
  moves: readonly Move[],
  now: Date,
) {
  const moveOf = new Map(moves.map((move) => [move.id, move]))
  const moved = outside.flatMap(({ appointment }): Moved[] => {
    const to = moveOf.get(appointment.id)
    return to ? [{ ...appointment, toDoctor: doctors.find(({ id }) => id === to.doctorId)?.name }] : []
  })
  const replaced = moved.filter(
    ({ id, doctorId, startsAt }) =>
      startsAt > now.getTime() && doctorId !== null && doctorId !== moveOf.get(id)?.doctorId,
  )
  return { moved, replaced }
}
export type RuleChanges = ReturnType<typeof openRuleChanges>
