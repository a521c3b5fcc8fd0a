import type { ManyResolutions } from '#contract/calendar/resolution.ts'
import { problemOf } from '#server/http/refusal.ts'
import { resolve, type Step } from './attention.ts'
import { resolutionRefusals } from './refusals.ts'

type Deps = Parameters<typeof resolve>[0]
type By = Pick<Parameters<typeof resolve>[3], 'record' | 'refundLimit'>

/** What became of an appointment. `problem`: why it stays as it is, in a sentence. */
type Result = { _id: string; done: boolean; problem?: string }

/** Resolves appointments one after another, each in a transaction of its own, so that what is done stays done whatever
 *  happens to the rest. One that is no longer where the caller saw it, or fits the rules by now, is left alone: nobody
 *  is told twice. */
export async function resolveMany(
  deps: Deps,
  { action, appointments, message }: ManyResolutions,
  by: By,
): Promise<Result[]> {
  const results: Result[] = []
  for (const { _id, date, slot, to } of appointments) {
    const step: Step = action === 'move' && to ? { action, ...to } : { action: action === 'cancel' ? 'cancel' : 'ask' }
    const outcome = await resolve(deps, _id, step, { ...by, message, shown: { date, slot } })
    results.push(
      outcome.ok ? { _id, done: true } : { _id, done: false, problem: problemOf(resolutionRefusals, outcome).message },
    )
  }
  return results
}
