import { feedAddress } from '#contract/calendar/feed.ts'
import { bearer } from '#web/api/token/token.ts'
import { call } from './http/call.ts'

/** Whose calendar feed: that of `caller`, or that of a doctor whom `caller` manages. */
export type Feed = { caller: string; doctorId?: string }

/** Returns the address of a feed, which the first call creates. @throws the server's refusal */
export async function getFeedUrl(feed: Feed): Promise<string> {
  return (await call(feedAddress, pathOf(feed), { method: 'PUT', token: await bearer(feed.caller) })).url
}

/** Gives a feed a new address; the former one ends. @throws the server's refusal */
export async function renewFeedUrl(feed: Feed): Promise<string> {
  return (await call(feedAddress, `${pathOf(feed)}/renew`, { method: 'POST', token: await bearer(feed.caller) })).url
}

function pathOf({ doctorId }: Feed) {
  return doctorId === undefined ? '/calendar/feed' : `/calendar/feed/doctor/${encodeURIComponent(doctorId)}`
}
