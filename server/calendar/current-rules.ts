import { type Refused, refused } from '#contract/kit/outcome.ts'
import type { Db } from '#server/database/db.ts'
import { ProblemError } from '#server/http/problem.ts'
import type { Calendar } from './calendar.ts'
import type { Offer } from './rules/offer.ts'
import type { Rules } from './rules/rules.ts'
import { readPolicy } from './store.ts'

/** Why an appointment was not made although its time may be free: the rules of the plan are outdated, or somebody else
 *  took the doctor or chair that was picked. */
export type Again = 'rules-changed' | 'conflict'

type Planned = { ok: true; offer: Offer } | { ok: false }
type Steps<Plan extends Planned, Made> = {
  /** Finds a time by rules. `isFirst`: no try has failed yet. */
  plan: (rules: Rules, isFirst: boolean) => Plan | Promise<Plan>
  make: (plan: Extract<Plan, { ok: true }>, rules: Rules) => Promise<Made | Again>
}

const patienceMs = 3_000

/** Makes an appointment by the rules that hold, whatever this instance remembers: books or moves it. A refusal of
 *  `plan` counts only if its rules hold; `make` tells if the database has others. Then the rules are read, and both run
 *  again. After a conflict they run again too, at most once for each doctor and once more.
 *  @throws ProblemError 503 if the rules change faster than that for three seconds */
export async function makeByCurrentRules<Plan extends Planned, Made extends object>(
  { db, calendar }: { db: Db; calendar: Pick<Calendar, 'currentRules'> },
  { plan, make }: Steps<Plan, Made>,
): Promise<Exclude<Plan, { ok: true }> | Made | Refused<'slot-taken'>> {
  const deadline = performance.now() + patienceMs
  let rules = await calendar.currentRules()
  for (let tries = 0, conflicts = 0; ; tries += 1) {
    const planned = await plan(rules, tries === 0)
    if (!isMakeable(planned)) {
      if (await isCurrent(db, rules)) return planned as Exclude<Plan, { ok: true }>
    } else {
      const made = await make(planned, rules)
      if (typeof made === 'object') return made
      if (made === 'conflict') {
        conflicts += 1
        // Each conflict leaves one doctor fewer.
        if (conflicts > planned.offer.doctors.length + 1) return refused('slot-taken')
        continue
      }
    }
    if (performance.now() > deadline) throw new ProblemError(503, changing)
    rules = await calendar.currentRules(rules)
  }
}

const isMakeable = <Plan extends Planned>(planned: Plan): planned is Extract<Plan, { ok: true }> => planned.ok

const changing = 'The clinic’s calendar is being changed at the moment. Nothing was changed; please try again.'

async function isCurrent(db: Db, { version }: Rules): Promise<boolean> {
  return (await readPolicy(db)).version === version
}
