/** Returns the functions that keep the token of a link for this tab while the person logs in. A tab without storage
 *  asks to open the link again. `name` tells the kinds of links apart. */
export function keptLink(name: string) {
  return {
    keep: (token: string): void => {
      try {
        sessionStorage.setItem(name, token)
      } catch {}
    },
    /** Returns the token that this tab has kept; null without one. */
    read: (): string | null => {
      try {
        return sessionStorage.getItem(name)
      } catch {
        return null
      }
    },
    /** Forgets the token once the server has decided. */
    forget: (): void => {
      try {
        sessionStorage.removeItem(name)
      } catch {}
    },
  }
}
