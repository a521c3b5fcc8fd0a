// What this device keeps for the time without a network: one document, in one cache (docs/pages.md).

/** Name of the cache, and the address of its only entry. */
export const offlineCache = 'offline'
export const offlinePath = '/offline'

/** Header of the document: when what it says of the person ends, in milliseconds of the device's clock. */
export const untilHeader = 'x-until'

/** Removes the document and the worker that shows it, so that nothing of a person stays on the device. Never fails. */
export async function forgetOffline(): Promise<void> {
  try {
    await caches.delete(offlineCache)
    const registration = await navigator.serviceWorker.getRegistration()
    await registration?.unregister()
  } catch {
    // Browsers have neither over http, and a private window may refuse them: then nothing was kept.
  }
}
