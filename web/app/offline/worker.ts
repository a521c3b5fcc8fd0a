import { offlineCache, offlinePath } from '#web/session/offline/kept.ts'
import { offlineAnswer } from './answer.ts'

// The service worker: shows one page when the network is down, and does nothing else (docs/pages.md). The compiler
// knows the page's globals; these are the worker's.

type WorkerEvent = Event & { waitUntil: (work: Promise<unknown>) => void }
type Navigation = WorkerEvent & {
  request: Request
  preloadResponse: Promise<Response | undefined>
  respondWith: (response: Promise<Response>) => void
}
type Worker = {
  addEventListener(name: 'install' | 'activate', listener: (event: WorkerEvent) => void): void
  addEventListener(name: 'fetch', listener: (event: Navigation) => void): void
  skipWaiting: () => Promise<void>
  clients: { claim: () => Promise<void> }
  registration: ServiceWorkerRegistration
}
const worker = globalThis as unknown as Worker

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()))

worker.addEventListener('activate', (event) => {
  // The request starts while the worker does, so that a page comes no later than without it.
  const preload = worker.registration.navigationPreload?.enable()
  event.waitUntil(Promise.all([worker.clients.claim(), preload]))
})

worker.addEventListener('fetch', (event) => {
  const { mode, method, destination } = event.request
  if (mode === 'navigate' && method === 'GET' && destination === 'document') event.respondWith(navigate(event))
})

async function navigate({ request, preloadResponse }: Navigation): Promise<Response> {
  try {
    // biome-ignore lint/style/noRestrictedGlobals: the browser's own request for a page, of which nothing is read
    return (await preloadResponse) ?? (await fetch(request))
  } catch (error) {
    const kept = await caches.match(offlinePath, { cacheName: offlineCache })
    if (!kept) throw error
    return offlineAnswer(kept, Date.now())
  }
}
