import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Config } from '#server/config/config.ts'
import { StartError } from '#server/config/start-error.ts'

type Address = { setting: 'PORT' | 'METRICS_PORT'; port: number; host: string }

/** Tries to listen on the ports of the settings, and frees them again. A start calls it before it writes anything: a
 *  server that can't listen in the end would have changed the clinic's data for nothing.
 *  @throws StartError if a port is in use or may not be used */
export async function requireFreePorts({ port, host, metrics }: Pick<Config, 'port' | 'host' | 'metrics'>) {
  const addresses: Address[] = [{ setting: 'PORT', port, host }]
  if (metrics) addresses.push({ setting: 'METRICS_PORT', ...metrics })
  const servers = addresses.map(() => createServer())
  try {
    // All at once, so that two settings can't name one port.
    for (const [place, address] of addresses.entries()) {
      const server = servers[place]?.listen({ port: address.port, host: address.host, exclusive: true })
      if (server) await once(server, 'listening').catch((error) => Promise.reject(listenFailure(error, address)))
    }
  } finally {
    await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  }
}

/** Returns the reason why a server can't listen, as the error of a start. */
export function listenFailure(error: NodeJS.ErrnoException, { setting, port, host }: Address): StartError {
  if (error.code === 'EADDRINUSE')
    return new StartError(`Port ${port} on ${host} is in use: stop what uses it, or choose another ${setting}`)
  if (error.code === 'EACCES')
    return new StartError(`Port ${port} may not be used by this user: choose a ${setting} above 1023`)
  return new StartError(`It can't listen on ${host}:${port}: ${error.message}`)
}
