import { Client } from 'pg'
import type { Lab } from './lab.ts'

export type Engine = 'PostgreSQL' | 'PGlite'
const engines: Engine[] = ['PostgreSQL', 'PGlite']

/** Runs `measure` on one engine after the other and concatenates the results. */
export async function measureOnEachEngine<T>(measure: (engine: Engine) => Promise<T[]>): Promise<T[]> {
  const results: T[] = []
  for (const engine of engines) results.push(...(await measure(engine)))
  return results
}

/** Where a server keeps its data. Without `databaseUrl` it uses PGlite in `dataDir`. */
export type DataStore = { dataDir: string; databaseUrl: string | undefined }

/** Creates an empty data store: a scratch folder and, on PostgreSQL, a new database. */
export async function createDataStore(lab: Lab, engine: Engine): Promise<DataStore> {
  const dataDir = lab.createFolder()
  if (engine === 'PGlite') return { dataDir, databaseUrl: undefined }
  const url = new URL((await lab.postgres()).url)
  const name = `bench_${process.pid}_${performance.now().toFixed(0)}_${Math.random().toString(36).slice(2, 8)}`
  await withClient(url.href, async (client) => {
    await client.query(`CREATE DATABASE ${name}`)
  })
  url.pathname = `/${name}`
  return { dataDir, databaseUrl: url.href }
}

/** Connects to PostgreSQL at `url`, runs `work` and disconnects. */
export async function withClient<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
