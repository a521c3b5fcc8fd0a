import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { RequestLimits } from './request-limits.ts'

type Options = {
  limits: RequestLimits
  /** Tells whether an address is a proxy, whose connections are those of many clients. */
  isTrustedProxy: (address: string) => boolean
  /** Answers on a connection beyond the limit and ends it. */
  refuse: (socket: Socket) => void
}

/** Limits the connections that one client network has open, used or not. Whoever sends slowly holds each of them for
 *  long. */
export function limitConnections(server: Server, { limits, isTrustedProxy, refuse }: Options): void {
  server.on('connection', (socket) => {
    const address = socket.remoteAddress
    if (address === undefined || isTrustedProxy(address)) return
    const end = limits.begin(address, 'connections')
    if (end) socket.once('close', end)
    else refuse(socket)
  })
}
