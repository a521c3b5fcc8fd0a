import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

type Reply = { status: number; body: string; location?: string }
type Upload = { key: string | null; field: string; type: string; bytes: Buffer }

/** Starts an image host with imgbb's upload API. `respondWith` sets its response to each upload; before that it never
 *  responds. */
export async function imageHost() {
  const uploads: Upload[] = []
  let respond: ((upload: Upload) => Reply | undefined) | undefined
  let requests = 0
  const server = createServer(async (request, response) => {
    requests += 1
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
      uploads.push(picture)
      const reply = respond?.(picture)
      if (reply) response.writeHead(reply.status, reply.location ? { location: reply.location } : {}).end(reply.body)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/1/upload`,
    uploads,
    /** Number of requests, with or without a picture. */
    requestCount: () => requests,
    respondWith: (next: typeof respond) => {
      respond = next
    },
    stop: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}
