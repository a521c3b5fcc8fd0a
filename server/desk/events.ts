import { Readable } from 'node:stream'
import { formatMediumDate, isIsoDate } from '#contract/kit/time/clinic-date.ts'
import type { Listen } from '#server/database/db.ts'
import type { Caller, Identity } from '#server/http/identity.ts'

/** Streams that may be open at once. Of a session: each takes one of the six connections that a browser opens to a
 *  server. Of an account: two desks. Of a client network: the desks of a large clinic, with a few pages each. */
export const maxStreams = { session: 4, account: 8, network: 100 }
/** Bytes that wait for a client who does not read. */
const maxWaiting = 64 * 1024

/** Who follows the days, and from which network. */
type Follower = Pick<Caller, 'sessionId' | 'userId'> & { network: string }

type Deps = {
  /** Tells whether a caller's session still exists and may read the day. */
  isPermitted: (caller: Pick<Caller, 'sessionId'>) => Promise<boolean>
  heartbeatMs?: number
  checkMs?: number
}

/** Opens the events about changed days, for callers who may read the day. */
export function openDeskEvents({ isPermitted }: Pick<Identity, 'isPermitted'>): DayEvents {
  return openDayEvents({ isPermitted: ({ sessionId }) => isPermitted(sessionId, 'read-day') })
}

/** Returns `listen` that publishes changed days too, after the handlers have run, and checks the streams of an account
 *  whose session or role has ended. */
export function publishingTo({ publish, publishAll, check, checkAll }: DayEvents, listen: Listen): Listen {
  return (handlers, onState) =>
    listen(
      {
        ...handlers,
        booking_changed: (date) => {
          handlers.booking_changed?.(date)
          if (isIsoDate(date)) publish(formatMediumDate(date))
        },
        rules_changed: (payload) => {
          handlers.rules_changed?.(payload)
          publishAll()
        },
        access_ended: check,
      },
      (isConnected) => {
        onState(isConnected)
        // Notifications may have been lost meanwhile.
        if (!isConnected) return
        publishAll()
        checkAll()
      },
    )
}

/** Opens streams of server-sent events about changed days. */
export function openDayEvents({ isPermitted, heartbeatMs = 15_000, checkMs = 60_000 }: Deps) {
  const streams = new Map<Readable, Follower>()
  const send = (text: string) => {
    for (const stream of streams.keys()) write(stream, text)
  }
  const endUnlessPermitted = async (stream: Readable, follower: Follower) => {
    const isFine = await isPermitted(follower).catch(() => false)
    if (!isFine && streams.has(stream)) stream.push(null)
  }
  const checkThose = (isMeant: (follower: Follower) => boolean) => {
    for (const [stream, follower] of streams) if (isMeant(follower)) void endUnlessPermitted(stream, follower)
  }

  return {
    /** Opens a stream for a caller; undefined if their session, account or network has too many. It ends when the
     *  caller may not read the day any more: at a `check`, or within a minute after the session ended by its age or
     *  because nobody used it, of which the database tells nobody. */
    open: (caller: Follower): Readable | undefined => {
      const count = (isSame: (other: Follower) => boolean) => [...streams.values()].filter(isSame).length
      if (count(({ sessionId }) => sessionId === caller.sessionId) >= maxStreams.session) return undefined
      if (count(({ userId }) => userId === caller.userId) >= maxStreams.account) return undefined
      if (count(({ network }) => network === caller.network) >= maxStreams.network) return undefined
      const stream = new Readable({ read: () => undefined })
      const heartbeat = setInterval(write, heartbeatMs, stream, ': still here\n\n')
      const check = setInterval(endUnlessPermitted, checkMs, stream, caller)
      streams.set(stream, caller)
      // The session may have ended between the check of the request and this.
      void endUnlessPermitted(stream, caller)
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
    /** Ends the streams of an account that may not read the day any more. */
    check: (account: string) => checkThose(({ userId }) => userId === account),
    /** Ends all streams whose callers may not read the day any more. */
    checkAll: () => checkThose(() => true),
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
