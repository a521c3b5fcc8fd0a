import { accessTokens } from '#server/auth/token.ts'
import { withClient } from '../kit/data-store.ts'
import { publicUrl, secret } from '../kit/server-process.ts'

/** A signed-in person. */
export type Person = { name: string; email: string; phone: string; authorization: string }

/** Returns the admin and the patients of a filled clinic who are signed in. */
export async function signedInPeople(databaseUrl: string): Promise<{ admin: Person; patients: Person[] }> {
  const { rows } = await withClient(databaseUrl, (client) =>
    client.query<{ session: string; id: string; name: string; email: string; phone: string }>(
      `SELECT session.id AS session, "user".id, "user".name, email, coalesce((SELECT min(digits) FROM patient_phone JOIN patient_user USING (patient_id) WHERE user_id = "user".id), '') AS phone
       FROM session JOIN "user" ON "user".id = session.user_id ORDER BY "user".id`,
    ),
  )
  const { issue } = accessTokens(secret, publicUrl)
  const people = await Promise.all(
    rows.map(async ({ session, id, ...person }) => {
      const token = await issue({ userId: id, sessionId: session, email: person.email })
      return { ...person, authorization: `Bearer ${token}` }
    }),
  )
  const admin = people.find(({ email }) => email === 'desk@clinic.example')
  if (!admin) throw new Error('nobody is at the desk')
  return { admin, patients: people.filter((person) => person !== admin) }
}
