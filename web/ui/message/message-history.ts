import { z } from 'zod/mini'

const pastMessage = z.object({ id: z.number(), kind: z.enum(['success', 'error']), text: z.string(), at: z.number() })
const visit = z.object({ email: z.string(), messages: z.array(pastMessage) })

/** A message shown as a toast. `at`: when, in milliseconds. */
export type PastMessage = z.infer<typeof pastMessage>

const key = 'messageHistory'

/** Reads the messages shown to `email` in this tab, newest first, across reloads. */
export function readMessageHistory(email: string): PastMessage[] {
  try {
    const found = visit.parse(JSON.parse(sessionStorage.getItem(key) ?? ''))
    return found.email === email ? found.messages : []
  } catch {
    return []
  }
}

/** Stores the messages, where the browser allows it. */
export function writeMessageHistory(email: string, messages: PastMessage[]): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(visit.parse({ email, messages })))
  } catch {}
}

/** Removes them, so that the next person doesn't read them. */
export function removeMessageHistory(): void {
  try {
    sessionStorage.removeItem(key)
  } catch {}
}
