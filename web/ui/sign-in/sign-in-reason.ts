import { pageAt } from '#web/page-at.ts'

/** Says why the page at `from` asks for a sign-in; undefined for a page that is open to everyone. */
export function signInReason(from: string): string | undefined {
  const [path = ''] = from.split(/[?#]/)
  return pageAt(path)?.signIn
}
