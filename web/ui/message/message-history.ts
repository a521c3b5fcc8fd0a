import { z } from 'zod/mini'
import { attempt } from '#web/attempt.ts'

const pastMessage = z.object({ id: z.number(), kind: z.enum(['success', 'error']), text: z.string(), at: z.number() })
const history = z.object({ email: z.string(), messages: z.array(pastMessage) })

/** A message shown as a toast, at the time `at` (ms). */
export type PastMessage = z.infer<typeof pastMessage>

const key = 'messageHistory'

/** Reads the messages shown to `email` in this tab, newest first, across reloads. */
export function readMessageHistory(email: string): PastMessage[] {
  const stored = attempt(() => history.parse(JSON.parse(sessionStorage.getItem(key) ?? '')))
  return stored?.email === email ? stored.messages : []
}

/** Stores the messages, where the browser allows it. */
export function writeMessageHistory(email: string, messages: PastMessage[]): void {
  attempt(() => sessionStorage.setItem(key, JSON.stringify(history.parse({ email, messages }))))
}

/** Removes the messages, so that the next person doesn't read them. */
export function removeMessageHistory(): void {
  attempt(() => sessionStorage.removeItem(key))
}
