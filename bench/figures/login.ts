import type { Lab } from '../lab/lab.ts'
import { type Engine, emptyPlace, onEachEngine } from '../lab/place.ts'
import { betweenRow, type Figure, type Row } from '../lab/report.ts'
import { inTurn, ratios, spreadOf } from '../lab/rounds.ts'
import { publicUrl, startServer } from '../lab/server-process.ts'

const rounds = 5
const logins = 20
const email = 'someone@bench.example'
const password = 'a sound passphrase'

/** How long a login takes for an address that has no account, against one with a wrong password: as long, or its time tells who has one. */
export const login: Figure = {
  title: 'A login with an unknown address against one with a wrong password',
  how: `Milliseconds until the answer, which must be 401: the median of ${logins} logins of each kind, one after the other and in turn, ${rounds} times over.`,
  limits: `one run of Argon2id, whether there is a password to compare or not; where there is, it is read with one small query more.`,
  measure: (lab) => onEachEngine((engine) => measure(lab, engine)),
}

async function measure(lab: Lab, engine: Engine): Promise<Row[]> {
  const server = await startServer(lab, await emptyPlace(lab, engine))
  const millisecondsOf = async (call: string, body: object, status: number) => {
    const began = performance.now()
    const headers = { 'content-type': 'application/json', origin: publicUrl }
    const answer = await fetch(`${server.origin}/api/auth/${call}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    await answer.arrayBuffer()
    if (answer.status !== status) throw new Error(`${call} was answered ${answer.status}`)
    return performance.now() - began
  }
  await millisecondsOf('sign-up/email', { name: 'Someone', email, password }, 200)
  let strangers = 0
  const wrong = () => millisecondsOf('sign-in/email', { email, password: 'not the one' }, 401)
  const unknown = () => millisecondsOf('sign-in/email', { email: `${strangers++}@bench.example`, password }, 401)

  await inTurn(5, { unknown, wrong })
  const medians: { unknown: number[]; wrong: number[] } = { unknown: [], wrong: [] }
  for (let round = 0; round < rounds; round += 1) {
    const taken = await inTurn(logins, { unknown, wrong })
    medians.unknown.push(spreadOf(taken.unknown).median)
    medians.wrong.push(spreadOf(taken.wrong).median)
  }
  await server.stop()
  const [one, other] = [spreadOf(medians.unknown), spreadOf(medians.wrong)]
  const beside = `${one.median.toFixed(1)} ms to ${other.median.toFixed(1)} ms`
  return [betweenRow(`${engine}: unknown to wrong`, 0.9, 1.1, ratios(medians.unknown, medians.wrong), beside)]
}
