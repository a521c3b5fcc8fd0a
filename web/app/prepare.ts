import type { QueryClient } from '@tanstack/react-query'
import type { Beginning } from '#web/session/beginning.ts'
import { livePerson } from '#web/session/session.ts'
import type { SessionRecord } from '#web/session/session-record.ts'
import { loadStarted } from '#web/ui/feedback/load-later.ts'
import type { PartModule } from './parts.ts'

/** What the address of a page asks for. `search`: its query. */
export type Address = { params: Beginning['params']; search: string }

/** Fetches into `client` what a page of these parts shows first, and loads the rest of its code. The server does so
 *  before it renders the page, the browser before it hydrates it, from the same answers. Returns who is signed in;
 *  undefined for nobody. */
export async function prepare(
  parts: readonly PartModule[],
  { params, search }: Address,
  client: QueryClient,
): Promise<SessionRecord | undefined> {
  const person = await livePerson()
  if (!person) return undefined
  const beginning = { person, client, params, query: new URLSearchParams(search) }
  await Promise.all([loadStarted(), ...parts.map(({ prefetch }) => prefetch?.(beginning))])
  return person
}
