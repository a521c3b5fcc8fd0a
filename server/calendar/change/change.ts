import type { Misfit } from '#contract/calendar/calendar.ts'
import type { Db } from '#server/database/db.ts'
import { lockRules } from '#server/database/engine/rules-lock.ts'
import { preview } from '#server/database/preview.ts'
import { readRules, readRulesIn } from '../store.ts'
import { type Appointment, type Move, misfitOf, refit } from './refit.ts'

/** The result of a change of the rules, their new version, the appointments that other doctors or chairs take over, and those that fit no
 *  longer. */
export type Changed<Result, Row extends Appointment> = {
  result: Result
  version: number
  moved: Row[]
  misfits: { appointment: Row; reason: Misfit }[]
}

/** Changes rules in a transaction that holds their lock. `version` is the one before. */
type Work<Result> = (tx: Db, version: number) => Promise<Result>

type Deps<Row extends Appointment> = {
  db: Db
  timeZone: string
  clock: () => Date
  /** The booking feature's functions: lists appointments that have not ended and must fit the rules; gives one another doctor or chair. */
  bookings: {
    listUpcoming: (tx: Db, now: Date) => Promise<Row[]>
    move: (tx: Db, move: Move) => Promise<void>
  }
  /** Called after a change is committed. */
  onChanged: () => void
}

/** Runs changes of the rules, one at a time. Bookings wait meanwhile, so that the list of appointments is complete when a change is
 *  committed. */
export function openRuleChanges<Row extends Appointment>({ db, timeZone, clock, bookings, onChanged }: Deps<Row>) {
  const run = async <Result>(tx: Db, work: Work<Result>): Promise<Changed<Result, Row>> => {
    await lockRules(tx)
    const before = await readRulesIn(tx, timeZone)
    const result = await work(tx, before.version)
    const rules = await readRulesIn(tx, timeZone)
    const appointments = await bookings.listUpcoming(tx, clock())
    const { moves, misfits } = refit(rules, appointments)
    for (const move of moves) await bookings.move(tx, move)
    const moved = new Set(moves.map(({ id }) => id))
    return {
      result,
      version: rules.version,
      moved: appointments.filter(({ id }) => moved.has(id)),
      misfits: misfits.filter(({ appointment }) => !misfitOf(before, appointment)),
    }
  }

  return {
    /** Runs `work`, which changes rules, and refits the appointments, all in one transaction. */
    change: async <Result>(work: Work<Result>): Promise<Changed<Result, Row>> => {
      const changed = await db.transaction((tx) => run(tx, work))
      onChanged()
      return changed
    },
    /** Returns what `change` would return, and changes nothing. */
    preview: <Result>(work: Work<Result>): Promise<Changed<Result, Row>> => preview(db, (tx) => run(tx, work)),
    /** Lists the appointments that do not fit the rules, in order of their start. */
    listMisfits: async (): Promise<{ appointment: Row; reason: Misfit }[]> => {
      const rules = await readRules(db, timeZone)
      const appointments = await bookings.listUpcoming(db, clock())
      return appointments.flatMap((appointment) => {
        const reason = misfitOf(rules, appointment)
        return reason ? [{ appointment, reason }] : []
      })
    },
  }
}
export type RuleChanges<Row extends Appointment> = ReturnType<typeof openRuleChanges<Row>>
