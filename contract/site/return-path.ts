import { z } from 'zod'

/** A page of this site to return to: a path with its query. */
export const returnPath = z
  .string()
  .max(1_000, 'A shorter address')
  .regex(/^\/(?![/\\])[^\\\p{Cc}]*$/u, 'A page of this site')
  .refine(staysHere, 'A page of this site')

// `/..//host` resolves to the path `//host`, which a redirect would take for another site.
function staysHere(path: string): boolean {
  const base = 'https://site.invalid'
  if (!URL.canParse(path, base)) return false
  const { origin, pathname } = new URL(path, base)
  return origin === base && !pathname.startsWith('//')
}
