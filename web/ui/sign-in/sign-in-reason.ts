import { pageAt } from '#web/page-at.ts'

/** Says why staff were signed out who did not use their session. */
export const idleReason = 'You were signed out after 30 minutes without activity.'

/** Says why the page at `from` asks for a sign-in; undefined for a page that is open to everyone. */
export function signInReason(from: string): string | undefined {
  const [path = ''] = from.split(/[?#]/)
  return pageAt(path)?.signIn
}
