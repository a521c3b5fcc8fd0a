import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { summarize } from '#lab/cluster/summary.ts'
import { type RunningTraffic, startTraffic } from '#lab/cluster/traffic.ts'
import { type Server, startServer } from '#server/testing/server-process.ts'

// The load and the ledger of `npm run test:cluster`, on one server, so that they can't break unseen.

const engine = inject('engine')
const slowly = { timeout: 60_000 }

describe.skipIf(engine.kind !== 'postgres')('the traffic of the cluster test', () => {
  let server: Server
  let traffic: RunningTraffic
  let direct: Client
  beforeAll(async () => {
    server = await startServer({
      databaseServer: engine.kind === 'postgres' ? engine.url : undefined,
      env: { BOOKING_MAX_UPCOMING: '1000', BOOKING_HORIZON_DAYS: '3650' },
    })
    traffic = await startTraffic(server.url, { patients: 20, everyMs: 100 })
    direct = new Client({ connectionString: server.databaseUrl })
    await direct.connect()
  })
  afterAll(async () => {
    await traffic.stop()
    await direct.end()
    await server.stop()
  })

  const more = async (call: string, count: number) => {
    const done = () => traffic.answers.filter((answer) => answer.call === call && answer.isDone).length
    const wanted = done() + count
    await expect.poll(done, slowly).toBeGreaterThan(wanted)
  }

  it('finds nothing lost after a crash, and says how long nobody could book', async () => {
    await more('pay', 6)
    const from = traffic.elapsed()
    await server.kill('SIGKILL')
    await server.restart()
    await more('book', 20)
    const summary = summarize(traffic.answers, from, traffic.elapsed())
    expect(summary.surprises).toEqual([])
    expect(summary.failedReads).toBeGreaterThan(0)
    expect(summary.bookingGap).toBeGreaterThan(500)
    await expect.poll(async () => (await traffic.compare()).unpaid, slowly).toEqual([])
    const { compared, wrong } = await traffic.compare()
    expect(compared).toBeGreaterThan(20)
    expect(wrong).toEqual([])
    expect(traffic.sessions.length).toBeGreaterThan(0)
  })

  it('finds an appointment that is lost, and a payment that did not arrive', async () => {
    await traffic.stop()
    const { rows } = await direct.query("SELECT id FROM booking WHERE status = 'booked' AND paid_at IS NULL LIMIT 1")
    await direct.query('DELETE FROM booking WHERE id = $1', [rows[0].id])
    const [charged = ''] = traffic.charged
    await direct.query('UPDATE booking SET paid_at = NULL, transaction_id = NULL WHERE id = $1', [charged])
    const { wrong, unpaid } = await traffic.compare()
    expect(wrong).toMatchObject([{ possible: ['booked'], found: 'none' }])
    expect(unpaid).toEqual([charged])
  })
})
