import highsLoader from 'highs'
import { planDay } from '#server/calendar/rules/plan.ts'
import { busyRules } from './busy-rules.ts'

// Its types describe the module for `require`, where the function is a property.
const loadHighs = highsLoader as unknown as typeof highsLoader.default

const step = 5
const chairCount = 3

/** Returns the most minutes of treatments that a day of the busy clinic can have, if all patients were known before and
 *  some could be turned away: an integer program over each start, every five minutes, of each doctor. */
export async function bestDay(demand: readonly string[]): Promise<number> {
  const rules = busyRules(true)
  const { schedules } = planDay(rules, '2026-03-10')
  const terms: string[] = []
  const limits = new Map<string, { names: string[]; most: number }>()
  const limit = (key: string, most: number, name: string) => {
    const known = limits.get(key)
    if (known) known.names.push(name)
    else limits.set(key, { names: [name], most })
  }
  for (const { doctorId, hours, starts } of schedules) {
    for (const { id, durationMinutes, bufferMinutes } of rules.treatments.filter(({ id }) => starts.has(id))) {
      for (const { from, until } of hours) {
        for (let start = from; start + durationMinutes <= until; start += step) {
          const name = `x${terms.length}`
          terms.push(`${durationMinutes} ${name}`)
          limit(id, demand.filter((each) => each === id).length, name)
          for (let at = start; at < start + durationMinutes + bufferMinutes; at += step) {
            limit(`${doctorId} ${at}`, 1, name)
            limit(`chairs ${at}`, chairCount, name)
          }
        }
      }
    }
  }
  const rows = [...limits.values()].map(({ names, most }, i) => ` c${i}: ${names.join(' + ')} <= ${most}`)
  const names = terms.map((_, i) => `x${i}`)
  const program = ['Maximize', ` ${terms.join(' + ')}`, 'Subject To', ...rows, 'Binary', ` ${names.join(' ')}`, 'End']
  const highs = await loadHighs()
  const { Status, ObjectiveValue } = highs.solve(program.join('\n'), { mip_rel_gap: 0.01, time_limit: 120 })
  if (Status !== 'Optimal') throw new Error(`The solver says ${Status}`)
  return ObjectiveValue
}
