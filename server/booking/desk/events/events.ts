import { Readable } from 'node:stream'
import type { Caller } from '#server/http/identity.ts'

/** Streams of one session that may be open at once: each takes one of the six connections that a browser opens to a server. */
export const maxStreams = 4
/** Bytes that wait for a client who does not read. */
const maxWaiting = 64 * 1024

type Deps = {
  /** Tells whether a caller's session still exists and may read the day. */
  isPermitted: (caller: Pick<Caller, 'sessionId'>) => Promise<boolean>
  heartbeatMs?: number
  checkMs?: number
}

/** Opens streams of server-sent events about changed days. */
export function openDayEvents({ isPermitted, heartbeatMs = 15_000, checkMs = 60_000 }: Deps) {
  const streams = new Map<Readable, string>()
  const send = (text: string) => {
    for (const stream of streams.keys()) write(stream, text)
  }

  return {
    /** Opens a stream for a caller; undefined if their session has too many. It ends when the caller may not read the day any more. */
    open: (caller: Pick<Caller, 'sessionId'>): Readable | undefined => {
      const open = [...streams.values()].filter((sessionId) => sessionId === caller.sessionId)
      if (open.length >= maxStreams) return undefined
      const stream = new Readable({ read: () => undefined })
      const heartbeat = setInterval(write, heartbeatMs, stream, ': still here\n\n')
      const check = setInterval(async () => {
        const isFine = await isPermitted(caller).catch(() => false)
        if (!isFine) stream.push(null)
      }, checkMs)
      streams.set(stream, caller.sessionId)
      const stop = () => {
        clearInterval(heartbeat)
        clearInterval(check)
        streams.delete(stream)
      }
      stream.once('close', stop).once('end', stop)
      // The first bytes tell the client that the stream is open.
      write(stream, ': open\n\n')
      return stream
    },
    /** Sends an event about a changed day, in the medium format. */
    publish: (date: string) => send(`event: day\ndata: ${date}\n\n`),
    /** Sends an event that anything may have changed. */
    publishAll: () => send('event: all\ndata: all\n\n'),
    /** Returns the number of open streams. */
    count: () => streams.size,
    /** Ends all streams. */
    close: () => {
      for (const stream of streams.keys()) stream.push(null)
    },
  }
}
export type DayEvents = ReturnType<typeof openDayEvents>

function write(stream: Readable, text: string) {
  if (stream.readableEnded || stream.destroyed) return
  stream.push(text)
  if (stream.readableLength > maxWaiting) stream.destroy()
}
