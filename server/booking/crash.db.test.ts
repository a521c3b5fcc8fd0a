import { afterEach, expect, inject, it } from 'vitest'
import { addDays, formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import { signUpPatient } from '#server/testing/outside/client.ts'
import { type Server, startServer } from '#server/testing/server-process.ts'

const engine = inject('engine')
const rounds = 2
const confirmedBeforeTheCrash = 150
const inFlight = 12

let server: Server | undefined
afterEach(() => server?.stop())

it('no confirmed booking is lost by a kill -9', async () => {
  server = await startServer({
    databaseServer: engine.kind === 'postgres' ? engine.url : undefined,
    env: { BOOKING_HORIZON_DAYS: '3650', BOOKING_MAX_UPCOMING: '1000' },
  })
  const ann = await signUpPatient(server.url)
  const treatments = await ann.treatments()
  const confirmed = new Set<string>()
  let day = 0

  for (let round = 1; round <= rounds; round += 1) {
    let alive = true
    const bookUntilItDies = async () => {
      while (alive) {
        const wanted = next()
        const id = await ann.book(wanted).catch(() => undefined)
        if (id === undefined) return
        confirmed.add(id)
        if (confirmed.size >= round * confirmedBeforeTheCrash && alive) {
          alive = false
          await server?.kill('SIGKILL')
        }
      }
    }
    await Promise.all(Array.from({ length: inFlight }, bookUntilItDies))
    await server.restart()
    const found = new Set((await ann.list()).map(({ _id }) => _id))
    expect([...confirmed].filter((id) => !found.has(id))).toEqual([])
    expect(confirmed.size).toBeGreaterThanOrEqual(round * confirmedBeforeTheCrash)
  }

  function next() {
    day += 1
    const treatment = treatments[day % treatments.length]
    const date = formatMediumDate(addDays('2030-01-01', day))
    return { treatmentId: treatment?._id, price: treatment?.price, date, slot: treatment?.slots[0] }
  }
})
