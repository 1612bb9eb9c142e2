import {
  addPlugins,
  cleanupOutdatedCaches,
  matchPrecache,
  precacheAndRoute,
  type PrecacheEntry,
} from 'workbox-precaching'

/*
 * The app's files are kept on the device; calls and media never are. Pages come from the server, so that a new version is
 * seen at once; without a network the kept page opens and the app says that it is offline.
 * A new worker waits until a person asks for the update (`register.ts`).
 */

/** Set by the build: every file of the app with its revision. */
declare const __APP_FILES__: PrecacheEntry[]

interface WorkerEvent extends Event {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}

interface WorkerScope {
  skipWaiting(): Promise<void>
  addEventListener(type: 'fetch', listen: (event: WorkerEvent) => void): void
  addEventListener(type: 'message', listen: (event: MessageEvent<{ type?: string } | null>) => void): void
}

const worker = self as unknown as WorkerScope

async function openPage(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    const kept = await matchPrecache('/')
    if (kept) return kept
    throw error
  }
}

cleanupOutdatedCaches()

/* Before workbox's own listener, which would answer `/` from the device. */
worker.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.respondWith(openPage(event.request))
})
/*
 * A file is the same for whoever asks, but the server says `Vary: Accept` for the pages' sake, and stylesheets are asked for with
 * another `Accept` than the kept ones were: without this they are not found, and neither are the pages that need them.
 */
addPlugins([
  {
    cachedResponseWillBeUsed: async ({ cacheName, request, cachedResponse }) =>
      cachedResponse ?? (await (await caches.open(cacheName)).match(request, { ignoreVary: true })) ?? null,
  },
])
precacheAndRoute(__APP_FILES__, { cleanURLs: false, directoryIndex: '' })

worker.addEventListener('message', ({ data }) => {
  if (data?.type === 'SKIP_WAITING') void worker.skipWaiting()
})
