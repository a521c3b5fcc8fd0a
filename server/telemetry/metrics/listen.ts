import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { StartError } from '#server/config/start-error.ts'

type Render = () => Promise<{ text: string; type: string }>

/** Serves `GET /metrics` on a port of its own, so that no proxy in front of the main port can publish it by accident.
 *  @throws StartError if it can't listen there */
export async function listenForScrapes({ host, port }: { host: string; port: number }, render: Render) {
  const server = createServer(({ method, url }, response) => {
    // A scrape comes every few seconds, when an idle connection would just be closing.
    response.setHeader('connection', 'close')
    if (url !== '/metrics') return void response.writeHead(404).end()
    if (method !== 'GET') return void response.writeHead(405, { allow: 'GET' }).end()
    void answer(response, render)
  })
  server.listen(port, host)
  await once(server, 'listening').catch((error) => {
    throw new StartError(`METRICS_PORT ${port} on ${host} can't be used: ${error.message}`)
  })
  return {
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function answer(response: ServerResponse, render: Render) {
  try {
    const { text, type } = await render()
    response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(text)
  } catch {
    response.writeHead(500).end()
  }
}
