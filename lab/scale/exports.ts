import { publicUrl, type Server } from '../kit/server-process.ts'
import { type Clinic, exportsOf } from './screens.ts'

/** An export: ms until its first byte, seconds until its last one, its size, and by how many MB the server grew
 *  meanwhile. */
export type ExportTimes = { name: string; firstByteMs: number; seconds: number; mb: number; grownMb: number }

/** Reads each export of all that the clinic has, as fast as it comes. */
export async function measureExports(
  server: Pick<Server, 'origin' | 'residentMb'>,
  clinic: Clinic,
  log: (line: string) => void,
): Promise<ExportTimes[]> {
  const found: ExportTimes[] = []
  for (const { name, call } of exportsOf(clinic)) {
    const times = { name, ...(await readExport(server, call(0))) }
    const { firstByteMs, seconds, mb, grownMb } = times
    log(
      `  ${name}: ${firstByteMs.toFixed(0)} ms, ${mb.toFixed(0)} MB in ${seconds.toFixed(0)} s, ${grownMb.toFixed(0)} MB`,
    )
    found.push(times)
  }
  return found
}

async function readExport(
  { origin, residentMb }: Pick<Server, 'origin' | 'residentMb'>,
  { path, person }: ReturnType<ReturnType<typeof exportsOf>[number]['call']>,
): Promise<Omit<ExportTimes, 'name'>> {
  const before = residentMb()
  const startedAt = performance.now()
  const headers = { origin: publicUrl, ...(person && { authorization: person.authorization }) }
  const response = await fetch(origin + path, { headers })
  if (response.status !== 200 || !response.body) throw new Error(`${path} was answered ${response.status}`)
  let [firstByteMs, bytes, most] = [0, 0, before]
  for await (const chunk of response.body) {
    if (bytes === 0) firstByteMs = performance.now() - startedAt
    bytes += chunk.byteLength
    most = Math.max(most, residentMb())
  }
  return { firstByteMs, seconds: (performance.now() - startedAt) / 1_000, mb: bytes / 1e6, grownMb: most - before }
}
