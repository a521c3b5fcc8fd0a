import type { Page } from '@playwright/test'

/** Returns the session record of each store; null for a store that is blocked or empty. */
export function sessionRecords(page: Page) {
  return page.evaluate(async () => {
    const fromIndexedDb = () =>
      new Promise((resolve, reject) => {
        const open = indexedDB.open('keyval-store')
        open.onerror = () => reject(open.error)
        open.onsuccess = () => {
          const read = open.result.transaction('keyval').objectStore('keyval').get('session')
          read.onsuccess = () => resolve(read.result)
        }
      })
    const orNull = async (read: () => unknown) =>
      Promise.resolve()
        .then(read)
        .catch(() => null)
    return {
      indexedDB: await orNull(fromIndexedDb),
      localStorage: await orNull(() => localStorage.getItem('session')),
      sessionStorage: await orNull(() => sessionStorage.getItem('session')),
    }
  })
}
