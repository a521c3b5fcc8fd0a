import { z } from 'zod'
import { firstServices } from '#server/clinic/first-texts.ts'
import type { Session } from '#server/database/session/session.ts'
import { sampleDoctors } from '../seed/sample-doctors.ts'
import { sampleTreatments } from '../seed/sample-treatments.ts'

const ended = z.nullish(z.string())
const doctors = z.array(z.object({ name: z.string(), email: z.string(), left_at: ended }))
const treatments = z.array(z.object({ name: z.string(), price: z.number(), retired_at: ended }))
const clinics = z.array(
  z.object({ services: z.optional(z.array(z.object({ name: z.string(), description: z.string() }))) }),
)

/** Returns a warning for each part of the sample clinic that patients still see: dentists, treatments at the sample
 *  price, and texts of service cards. Tables that an earlier release doesn't have are skipped. */
export async function sampleParts({ query }: Pick<Session, 'query'>): Promise<string[]> {
  const dentists = doctors
    .parse(await rowsOf(query, 'doctor'))
    .filter(({ email, left_at }) => !left_at && sampleDoctors.some((sample) => sample.email === email))
  const offered = treatments
    .parse(await rowsOf(query, 'treatment'))
    .filter(
      ({ name, price, retired_at }) =>
        !retired_at && sampleTreatments.some((sample) => sample.name === name && sample.priceCents === price),
    )
  const cards = (clinics.parse(await rowsOf(query, 'clinic'))[0]?.services ?? []).filter(({ description }) =>
    firstServices.some((sample) => sample.description === description),
  )
  return [
    sentence('dentists', dentists, 'of the sample clinic: delete them on the page Manage Doctors'),
    sentence(
      'treatments',
      offered,
      'of the sample clinic, at its prices: change or retire them on the page Treatments',
    ),
    sentence('service cards', cards, 'sample texts: write your own on the page Clinic'),
  ].flat()
}

function sentence(what: string, named: readonly { name: string }[], are: string): string[] {
  const names = named.map(({ name }) => name).sort()
  return names.length > 0 ? [`the ${what} ${names.join(', ')} are ${are}`] : []
}

/** Returns the rows of a table as objects; none if it does not exist or can't be read. */
async function rowsOf(query: Session['query'], table: string): Promise<unknown[]> {
  const found = `to_regclass('public.${table}')`
  const { rows } = await query(`SELECT coalesce(has_table_privilege(${found}, 'SELECT'), false) AS readable`)
  if (!z.array(z.object({ readable: z.boolean() })).parse(rows)[0]?.readable) return []
  const { rows: all } = await query(`SELECT to_jsonb(${table}) AS value FROM public.${table}`)
  return z
    .array(z.object({ value: z.unknown() }))
    .parse(all)
    .map(({ value }) => value)
}
