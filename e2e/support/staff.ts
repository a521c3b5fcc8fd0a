import { randomUUID } from 'node:crypto'
import type { StaffRole } from '#contract/access/roles.ts'
import { linkIn, newestMail } from '#server/testing/outside/outbox.ts'
import type { Server } from '#server/testing/server-process.ts'
import { callDesk } from './desk.ts'
import { onAnotherDevice, type Person } from './people.ts'

export const newAddress = () => `staff-${randomUUID().slice(0, 8)}@example.com`

/** Invites an address as the demo admin, and returns the emailed link. `emailsBefore`: those that it got before. */
export async function invitationFor(
  server: Pick<Server, 'url' | 'dataDir'>,
  email: string,
  role: StaffRole,
  { doctorId, emailsBefore = 0 }: { doctorId?: string | undefined; emailsBefore?: number } = {},
): Promise<URL> {
  await callDesk(server, 'POST', '/staff/invitations', { email, role, ...(doctorId && { doctorId }) })
  return linkIn(await newestMail(server.dataDir, email, emailsBefore + 1))
}

/** Creates a member of the staff by an invitation, with a session. A dentist's account belongs to `doctorId`. */
export async function staffMember(
  server: Pick<Server, 'url' | 'dataDir'>,
  role: StaffRole,
  name: string,
  doctorId?: string,
): Promise<Person> {
  const person = { name, email: newAddress(), password: 'a sound passphrase', cookies: [] }
  const { hash } = await invitationFor(server, person.email, role, { doctorId })
  const response = await fetch(`${server.url}/staff-invitation/account`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.url },
    body: JSON.stringify({ token: hash.slice('#token='.length), name, password: person.password }),
  })
  if (!response.ok) throw new Error(`the invitation was not accepted: ${await response.text()}`)
  return onAnotherDevice(server, person)
}
