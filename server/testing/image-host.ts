import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

type Taken = { key: string | null; field: string; type: string; bytes: Buffer }

/** A small image host that takes pictures as imgbb does. `answer` tells what it says to each; without one it keeps quiet. */
export async function imageHost() {
  const taken: Taken[] = []
  let answer: ((taken: Taken) => { status: number; body: string } | undefined) | undefined
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://host')
    const headers = { 'content-type': request.headers['content-type'] ?? '' }
    const form = await new Response(await buffer(request), { headers }).formData()
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
      if (said) response.writeHead(said.status, { location: 'http://127.0.0.1:1/' }).end(said.body)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/1/upload`,
    taken,
    say: (next: typeof answer) => {
      answer = next
    },
    stop: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}
