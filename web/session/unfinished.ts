import { attempt } from '#web/attempt.ts'

const key = 'unfinished'

/** Keeps in this tab, until it is forgotten, what a person had begun on a page when their session ended, such as
 *  `Teeth Cleaning, Thu, Dec 10, 2:00 PM`. The login page names it.
 *  @param page the path of the page */
export function keepUnfinished(page: string, what: string): void {
  attempt(() => sessionStorage.setItem(key, `${page} ${what}`))
}

/** Returns what was kept for a page; undefined if nothing was. */
export function readUnfinished(page: string | undefined): string | undefined {
  const kept = attempt(() => sessionStorage.getItem(key))
  return kept?.startsWith(`${page} `) ? kept.slice(`${page} `.length) : undefined
}

export function forgetUnfinished(): void {
  attempt(() => sessionStorage.removeItem(key))
}
