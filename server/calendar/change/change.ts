import type { Db } from '#server/database/db.ts'
import { preview } from '#server/database/preview.ts'
import { lockRules, readRulesIn } from '../store.ts'
import { type Appointment, type Misfit, type Move, refit } from './refit.ts'

/** What a change of the rules does to appointments: those that other doctors or chairs take over, and those that fit no longer. */
export type Effect<Row extends Appointment = Appointment> = {
  moved: Row[]
  misfits: { appointment: Row; reason: Misfit }[]
}

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

/** Runs changes of the rules, one at a time. Bookings wait meanwhile, so that `effect` is complete when the change is committed. */
export function openRuleChanges<Row extends Appointment>({ db, timeZone, clock, bookings, onChanged }: Deps<Row>) {
  const refitAppointments = async (tx: Db): Promise<Effect<Row>> => {
    const appointments = await bookings.listUpcoming(tx, clock())
    const rowOf = new Map(appointments.map((row) => [row.id, row]))
    const { moves, misfits } = refit(await readRulesIn(tx, timeZone), appointments)
    for (const move of moves) await bookings.move(tx, move)
    return {
      moved: moves.flatMap(({ id }) => rowOf.get(id) ?? []),
      misfits: misfits.flatMap(({ appointment, reason }) => {
        const row = rowOf.get(appointment.id)
        return row ? [{ appointment: row, reason }] : []
      }),
    }
  }

  return {
    /** Runs `work`, which changes rules, and refits the appointments, all in one transaction. */
    change: async <Result>(work: (tx: Db) => Promise<Result>): Promise<{ result: Result; effect: Effect<Row> }> => {
      const outcome = await db.transaction(async (tx) => {
        await lockRules(tx)
        return { result: await work(tx), effect: await refitAppointments(tx) }
      })
      onChanged()
      return outcome
    },
    /** Returns what `change` would return, and changes nothing. */
    preview: <Result>(work: (tx: Db) => Promise<Result>): Promise<{ result: Result; effect: Effect<Row> }> =>
      preview(db, async (tx) => {
        await lockRules(tx)
        return { result: await work(tx), effect: await refitAppointments(tx) }
      }),
  }
}
