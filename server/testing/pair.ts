import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Server, startServer } from './server-process.ts'

type Options = Parameters<typeof startServer>[0] & {
  databaseServer: string
  /** The folder of the second instance's project. */
  secondFolder?: string
}

/** Two instances on one PostgreSQL, behind a proxy that sends each request to the other instance than the one
 *  before. */
export type Pair = Server & {
  instances: [Server, Server]
  /** Sends all further requests to one instance, or to both in turn. */
  useOnly: (instance?: Server) => void
}

/** Starts two instances with the same data folder, behind one URL. `kill` and `restart` concern both. */
export async function startPair(options: Options): Promise<Pair> {
  const bouncer = await openBouncer()
  const env = { ...options.env, PUBLIC_URL: bouncer.url }
  const first = await startServer({ ...options, env })
  const shared = { DATABASE_URL: first.databaseUrl ?? '', DATA_DIR: first.dataDir }
  const second = await startServer({
    ...options,
    databaseServer: undefined,
    env: { ...env, ...shared },
    ...(options.secondFolder && { folder: options.secondFolder }),
  })
  const instances: [Server, Server] = [first, second]
  const useOnly = (instance?: Server) => bouncer.send(instance ? [instance.url] : instances.map(({ url }) => url))
  useOnly()
  const kill = async (signal: NodeJS.Signals) => {
    const [code] = await Promise.all(instances.map((instance) => instance.kill(signal)))
    return code ?? null
  }
  return {
    ...first,
    url: bouncer.url,
    instances,
    useOnly,
    kill,
    restart: async () => {
      await kill('SIGTERM')
      await Promise.all(instances.map((instance) => instance.restart()))
    },
    log: () => instances.map(({ log }) => log()).join(''),
    stop: async () => {
      bouncer.close()
      await second.stop()
      await first.stop()
    },
  }
}

async function openBouncer() {
  let targets: string[] = []
  let turn = 0
  const server = createServer((incoming, outgoing) => {
    turn += 1
    forward(incoming, outgoing, targets[turn % targets.length])
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    send: (urls: string[]) => {
      targets = urls
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

function forward(incoming: IncomingMessage, outgoing: ServerResponse, target: string | undefined) {
  const { method, url: path, headers } = incoming
  const { hostname: host, port } = new URL(target ?? 'http://localhost')
  const forwarded = request({ method, path, headers, host, port, agent: false }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
    answer.pipe(outgoing)
  })
  forwarded.on('error', () => outgoing.destroy())
  outgoing.on('close', () => forwarded.destroy())
  incoming.pipe(forwarded)
}
