import { answerBy } from '#web/api/http/transport.ts'
import { openMembersClient, startMembersClient } from '#web/session/members-client.ts'
import { beginWith } from '#web/session/session.ts'
import type { PartModule } from './parts.ts'
import { type Address, prepare } from './prepare.ts'

/** What the server answered to the requests of a page that it has rendered, by path and query, and when (ISO 8601).
 *  `link`: the header that leads to the next page of a list. */
type Answers = { date: string; by: Record<string, { text: string; link?: string }> }

/** Gets what the server has rendered from its answers, instead of from the network, so that the first render is the
 *  same. Returns whether somebody is signed in. */
export async function begin(answers: string, parts: readonly PartModule[], address: Address): Promise<boolean> {
  const { date, by }: Answers = JSON.parse(answers)
  answerBy(async (path) => {
    const { text = '', link } = by[path] ?? {}
    const headers = { date, ...(link !== undefined && { link }) }
    return new Response(text, { status: by[path] ? 200 : 404, headers })
  })
  try {
    const client = openMembersClient()
    const person = await prepare(parts, address, client)
    if (!person) return false
    beginWith(person)
    startMembersClient(client)
    return true
  } finally {
    answerBy(undefined)
  }
}
