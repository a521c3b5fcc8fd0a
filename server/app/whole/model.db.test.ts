import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bookingActions } from '#server/app/whole/testing/model/booking-actions.ts'
import type { Clinic } from '#server/app/whole/testing/model/clinic.ts'
import { paymentActions } from '#server/app/whole/testing/model/payment-actions.ts'
import { checkEnd, readingActions } from '#server/app/whole/testing/model/reading-actions.ts'
import { openWorlds } from '#server/app/whole/testing/model/world.ts'
import { clinicPolicy } from '#server/database/schema/calendar.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { openTestPayments, type TestPayments } from '#server/testing/payment.ts'

// MODEL_RUNS=300 runs the long form.
const numRuns = Number(process.env.MODEL_RUNS ?? 12)
const maxCommands = 120
let now = new Date()
let server: TestApp
let pay: TestPayments

beforeAll(async () => {
  const env = { CLINIC_TIME_ZONE: 'UTC', BOOKING_MAX_UPCOMING: '1000', BOOKING_HORIZON_DAYS: '60' }
  server = await openTestApp({ env, clock: () => now })
  pay = await openTestPayments(server)
  // The grace counts from a time of the database's clock, which the runs don't set.
  await server.database.db.update(clinicPolicy).set({ graceMinutes: 0 })
})
afterAll(async () => {
  await pay.sandbox.close()
  await server.close()
})

it('people who book, move, cancel, pay and refund at random get what a simple model of the clinic says', {
  timeout: numRuns * 10_000 + 120_000,
}, async () => {
  const openWorld = openWorlds(server, pay, (time) => {
    now = time
  })
  let runs = 0
  const seen = { appointments: 0, settled: 0, refunded: 0, cancelled: 0, over: 0 }
  const commands = fc.noBias(
    fc.commands([...bookingActions, ...paymentActions, ...readingActions], { maxCommands, size: 'max' }),
  )
  await fc.assert(
    fc.asyncProperty(commands, async (all) => {
      const world = await openWorld(runs)
      runs += 1
      const clinic: Clinic = {
        now: 7.2,
        prices: world.treatments.map(({ price }) => price * 100),
        appointments: [],
      }
      world.setClock(clinic)
      await fc.asyncModelRun(() => ({ model: clinic, real: world }), all)
      await checkEnd(clinic, world)
      count(seen, clinic)
    }),
    { numRuns },
  )
  // Otherwise the runs would test refusals only.
  for (const [what, times] of Object.entries(seen))
    expect(times, `${what} of ${JSON.stringify(seen)}`).toBeGreaterThan(numRuns / 8)
})

function count(seen: Record<string, number>, { appointments }: Clinic) {
  const add = (key: string, some: unknown[]) => {
    seen[key] = (seen[key] ?? 0) + some.length
  }
  add('appointments', appointments)
  add(
    'settled',
    appointments.filter(({ payment }) => payment === 'settled'),
  )
  add(
    'refunded',
    appointments.filter(({ back }) => back > 0),
  )
  add(
    'cancelled',
    appointments.filter(({ status }) => status === 'cancelled'),
  )
  add(
    'over',
    appointments.filter(({ status }) => status === 'done' || status === 'no-show'),
  )
}
