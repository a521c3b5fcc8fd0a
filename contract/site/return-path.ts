import { z } from 'zod/mini'

/** A path of this site to return to, with its query and hash. */
export const returnPath = z
  .string()
  .check(
    z.maxLength(1_000, 'A shorter address'),
    z.regex(/^\/(?![/\\])[^\\\p{Cc}]*$/u, 'A page of this site'),
    z.refine(isSameSite, 'A page of this site'),
  )

// `/..//host` resolves to the path `//host`, which in a redirect names another host.
function isSameSite(path: string): boolean {
  const base = 'https://site.invalid'
  if (!URL.canParse(path, base)) return false
  const { origin, pathname } = new URL(path, base)
  return origin === base && !pathname.startsWith('//')
}
