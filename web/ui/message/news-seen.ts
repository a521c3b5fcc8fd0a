import { attempt } from '#web/attempt.ts'

const key = 'newsSeenAt'

/** Returns when staff last looked at what others did, in this browser: an instant (ISO 8601). */
export function readSeenAt(): string | undefined {
  return attempt(() => localStorage.getItem(key)) ?? undefined
}

/** Keeps that they have looked, and returns when. */
export function keepSeenAt(): string {
  const now = new Date().toISOString()
  attempt(() => localStorage.setItem(key, now))
  return now
}
