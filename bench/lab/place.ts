import { Client } from 'pg'
import type { Lab } from './lab.ts'

export type Engine = 'PostgreSQL' | 'PGlite'
const engines: Engine[] = ['PostgreSQL', 'PGlite']

/** Measures on one engine after the other. */
export async function onEachEngine<T>(measure: (engine: Engine) => Promise<T[]>): Promise<T[]> {
  const found: T[] = []
  for (const engine of engines) found.push(...(await measure(engine)))
  return found
}

/** Where a server keeps its data. */
export type Place = { dataDir: string; databaseUrl: string | undefined }

/** An empty place for a server's data. */
export async function emptyPlace(lab: Lab, engine: Engine): Promise<Place> {
  const dataDir = lab.folder()
  if (engine === 'PGlite') return { dataDir, databaseUrl: undefined }
  const url = new URL((await lab.postgres()).url)
  const name = `bench_${process.pid}_${performance.now().toFixed(0)}_${Math.random().toString(36).slice(2, 8)}`
  await onPostgres(url.href, async (client) => {
    await client.query(`CREATE DATABASE ${name}`)
  })
  url.pathname = `/${name}`
  return { dataDir, databaseUrl: url.href }
}

/** Does `work` on a connection of its own. */
export async function onPostgres<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
