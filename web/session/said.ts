import { z } from 'zod'

const said = z.object({ id: z.number(), kind: z.enum(['success', 'error']), text: z.string(), at: z.number() })
const visit = z.object({ email: z.string(), messages: z.array(said) })

/** What a person was told in passing, and when, in milliseconds. */
export type Said = z.infer<typeof said>

const key = 'said'

/** What the person with this address was told in this visit, the newest first. It outlives a change of document, not the tab. */
export function readSaid(email: string): Said[] {
  try {
    const found = visit.parse(JSON.parse(sessionStorage.getItem(key) ?? ''))
    return found.email === email ? found.messages : []
  } catch {
    return []
  }
}

/** Keeps it; a browser that keeps nothing still shows what was said since the document was loaded. */
export function writeSaid(email: string, messages: Said[]): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(visit.parse({ email, messages })))
  } catch {}
}

/** Nobody who comes after this person is to read it. */
export function removeSaid(): void {
  try {
    sessionStorage.removeItem(key)
  } catch {}
}
