const name = 'email-link'

/** Keeps the token of a link for this tab while the person logs in. A tab without storage asks to open the link again. */
export function keepLink(token: string): void {
  try {
    sessionStorage.setItem(name, token)
  } catch {}
}

/** Returns the token that this tab has kept; null without one. */
export function keptLink(): string | null {
  try {
    return sessionStorage.getItem(name)
  } catch {
    return null
  }
}

/** Forgets the token once the server has decided. */
export function forgetLink(): void {
  try {
    sessionStorage.removeItem(name)
  } catch {}
}
