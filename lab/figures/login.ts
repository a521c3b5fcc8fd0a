import { createDataStore, type Engine, measureOnEachEngine } from '../kit/data-store.ts'
import type { Lab } from '../kit/lab.ts'
import { type Figure, type Row, rangeRow } from '../kit/report.ts'
import { measureInterleaved, summarize, summarizeRatios } from '../kit/rounds.ts'
import { publicUrl, startServer } from '../kit/server-process.ts'

const rounds = 5
const loginsPerRound = 20
const email = 'someone@bench.example'
const password = 'a sound passphrase'

/** Measures failed logins with and without an account. A difference in response time would reveal which emails have one. */
export const login: Figure = {
  title: 'Response time of a login: unknown email compared with wrong password',
  method: `Milliseconds until the response, which must be 401. ${rounds} rounds of ${loginsPerRound} logins of each kind, one after another and alternating; each round counts with its median.`,
  limitedBy:
    'one Argon2id hash, with or without an account. A login with an account also needs one small query to read the stored hash.',
  measure: (lab) => measureOnEachEngine((engine) => measure(lab, engine)),
}

async function measure(lab: Lab, engine: Engine): Promise<Row[]> {
  const server = await startServer(lab, await createDataStore(lab, engine))
  const responseTimeMs = async (path: string, body: object, expectedStatus: number) => {
    const startedAt = performance.now()
    const headers = { 'content-type': 'application/json', origin: publicUrl }
    const response = await fetch(`${server.origin}/api/auth/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    await response.arrayBuffer()
    if (response.status !== expectedStatus) throw new Error(`${path} responded with ${response.status}`)
    return performance.now() - startedAt
  }
  await responseTimeMs('sign-up/email', { name: 'Someone', email, password }, 200)
  let unknownEmails = 0
  const loginWithWrongPassword = () => responseTimeMs('sign-in/email', { email, password: 'not the one' }, 401)
  const loginWithUnknownEmail = () =>
    responseTimeMs('sign-in/email', { email: `${unknownEmails++}@bench.example`, password }, 401)
  const measureRound = (logins: number) =>
    measureInterleaved(logins, { unknown: loginWithUnknownEmail, wrong: loginWithWrongPassword })

  // Warm-up.
  await measureRound(5)
  const medians: { unknown: number[]; wrong: number[] } = { unknown: [], wrong: [] }
  for (let round = 0; round < rounds; round += 1) {
    const times = await measureRound(loginsPerRound)
    medians.unknown.push(summarize(times.unknown).median)
    medians.wrong.push(summarize(times.wrong).median)
  }
  await server.stop()
  const [unknown, wrong] = [summarize(medians.unknown), summarize(medians.wrong)]
  const details = `${unknown.median.toFixed(1)} ms to ${wrong.median.toFixed(1)} ms`
  const ratio = summarizeRatios(medians.unknown, medians.wrong)
  return [rangeRow(`${engine}: unknown email to wrong password`, 0.9, 1.1, ratio, details)]
}
