import { z } from 'zod'
import { treatment } from '#contract/treatment.ts'
import { newPlace } from './fill.ts'
import type { Lab } from './lab.ts'
import { type Offer, signTokens, wholeDay } from './patients.ts'
import { type Engine, onPostgres, type Place } from './place.ts'
import { type Server, startServer } from './server-process.ts'

/** A server on a place of its own with patients and no booking, and what is needed to book there. */
export type Clinic = { server: Server; place: Place; offers: Offer[]; tokens: string[] }

/** Opens a clinic without bookings. */
export async function openClinic(lab: Lab, engine: Engine): Promise<Clinic> {
  const place = await newPlace(lab, engine)
  const server = await startServer(lab, place)
  return { server, place, offers: await offersAt(server.origin), tokens: await signTokens() }
}

/** Takes all bookings out of a PostgreSQL place, and what was to be paid for them, and gets the writing that they left behind done. */
export async function emptyBookings({ databaseUrl }: Place): Promise<void> {
  if (!databaseUrl) return
  await onPostgres(databaseUrl, async (client) => {
    await client.query('TRUNCATE booking CASCADE')
    await client.query('CHECKPOINT')
  })
}

async function offersAt(origin: string): Promise<Offer[]> {
  const answer = await fetch(`${origin}/service`)
  const treatments = z.array(treatment).parse(await answer.json())
  return wholeDay.map(({ name, price, slots }) => {
    const id = treatments.find((one) => one.name === name)?._id
    if (!id) throw new Error(`the clinic has no ${name}`)
    return { id, name, price, slots }
  })
}
