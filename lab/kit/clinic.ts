import { z } from 'zod'
import { treatment } from '#contract/treatment.ts'
import { sampleTreatments } from '#server/app/seed/sample-treatments.ts'
import { type DataStore, type Engine, withClient } from './data-store.ts'
import type { Lab } from './lab.ts'
import { createSampleStore } from './populate.ts'
import { type Server, startServer } from './server-process.ts'
import { type BookableTreatment, signTokens } from './workload.ts'

/** A running server with patients and no bookings. `tokens` holds one access token per patient. */
export type Clinic = { server: Server; store: DataStore; treatments: BookableTreatment[]; tokens: string[] }

/** Starts a server on a new data store with patients and no bookings. */
export async function startClinic(lab: Lab, engine: Engine): Promise<Clinic> {
  const store = await createSampleStore(lab, engine)
  const server = await startServer(lab, store)
  return { server, store, treatments: await fetchTreatments(server.origin), tokens: await signTokens() }
}

/** Deletes all bookings and their payments from a PostgreSQL store, then runs a checkpoint. Does nothing on PGlite. */
export async function deleteBookings({ databaseUrl }: DataStore): Promise<void> {
  if (!databaseUrl) return
  await withClient(databaseUrl, async (client) => {
    // Without the triggers that keep payments.
    await client.query('SET session_replication_role = replica')
    await client.query('TRUNCATE booking CASCADE')
    await client.query('CHECKPOINT')
  })
}

async function fetchTreatments(origin: string): Promise<BookableTreatment[]> {
  const response = await fetch(`${origin}/service`)
  const treatments = z.array(treatment).parse(await response.json())
  return sampleTreatments.map(({ name, priceCents: price }) => {
    const id = treatments.find((candidate) => candidate.name === name)?._id
    if (!id) throw new Error(`GET /service does not list the treatment ${name}`)
    return { id, name, price }
  })
}
