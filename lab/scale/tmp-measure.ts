import { openLab } from '../kit/lab.ts'
import { measureClinic } from './measure.ts'
import * as screens from './screens.ts'

const lab = openLab()
const [url, size] = [process.argv[2], JSON.parse(process.argv[3] ?? '')]
const store = { databaseUrl: url, dataDir: '/tmp' } as never
const { startApi, publicUrl } = await import('../kit/server-process.ts')
const { signedInPeople } = await import('./people.ts')
const { measureExports } = await import('./exports.ts')
const server = await startApi(lab, store)
const { admin } = await signedInPeople(url ?? '')
const clinic = {
  size,
  admin,
  patients: [admin],
  users: 1,
  calendar: { version: 1, week: [], treatments: [{ _id: 'x' }], doctors: [] },
  feeds: ['/'],
}
for (const { name, call } of screens.screensOf(clinic as never).filter(({ name }) => name.startsWith('Reports'))) {
  const times: number[] = []
  for (let at = 0; at < 12; at += 1) {
    const { path, person } = call(at)
    const startedAt = performance.now()
    const r = await fetch(server.origin + path, {
      headers: { origin: publicUrl, authorization: person?.authorization ?? '' },
    })
    const t = await r.text()
    if (r.status !== 200) throw new Error(t)
    times.push(performance.now() - startedAt)
  }
  console.log(name, times.map((t) => t.toFixed(0)).join(' '))
}
if (process.argv[4]) await measureExports(server, clinic as never, console.log)
await server.stop()
await lab.close()
void measureClinic
