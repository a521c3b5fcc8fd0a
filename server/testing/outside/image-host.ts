import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

type Said = { status: number; body: string; location?: string }
type Taken = { key: string | null; field: string; type: string; bytes: Buffer }

/** A small image host that takes pictures as imgbb does. `answer` tells what it says to each; without one it keeps quiet. */
export async function imageHost() {
  const taken: Taken[] = []
  let answer: ((taken: Taken) => Said | undefined) | undefined
  let asked = 0
  const server = createServer(async (request, response) => {
    asked += 1
    const url = new URL(request.url ?? '', 'http://host')
    const headers = { 'content-type': request.headers['content-type'] ?? '' }
    const form = await new Response(await buffer(request), { headers }).formData().catch(() => new FormData())
    for (const [field, value] of form) {
      if (typeof value === 'string') continue
      const picture = {
        key: url.searchParams.get('key'),
        field,
        type: value.type,
        bytes: Buffer.from(await value.arrayBuffer()),
      }
      taken.push(picture)
      const said = answer?.(picture)
      if (said) response.writeHead(said.status, said.location ? { location: said.location } : {}).end(said.body)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/1/upload`,
    taken,
    /** How many calls there were, with a picture or without. */
    asked: () => asked,
    say: (next: typeof answer) => {
      answer = next
    },
    stop: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}
