/* Service worker of the check-in screen: it stores the files of the screen, so that it opens without a network. */

const PAGE = '/admin/door'
const PREFIX = 'check-in '

type LifecycleEvent = Event & { waitUntil(work: Promise<unknown>): void }
type FetchEvent = Event & { readonly request: Request; respondWith(response: Promise<Response>): void }

/** The parts of a worker's global scope that are used here: the types of the browser describe a page. */
type WorkerScope = {
  readonly checkInFiles: readonly string[]
  readonly clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(name: 'install' | 'activate', listener: (event: LifecycleEvent) => void): void
  addEventListener(name: 'fetch', listener: (event: FetchEvent) => void): void
}
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this file runs as a worker only
const worker = globalThis as unknown as WorkerScope

const files = worker.checkInFiles
// File names contain the hash of their content, so that each build has a cache of its own.
const cacheName = PREFIX + files.join(' ')

async function install(): Promise<void> {
  const cache = await caches.open(cacheName)
  await cache.addAll([PAGE, ...files])
  await worker.skipWaiting()
}

async function activate(): Promise<void> {
  const names = await caches.keys()
  const former = names.filter((name) => name.startsWith(PREFIX) && name !== cacheName)
  await Promise.all(former.map((name) => caches.delete(name)))
  await worker.clients.claim()
}

async function stored(request: Request | string): Promise<Response> {
  const cache = await caches.open(cacheName)
  return (await cache.match(request)) ?? fetch(request)
}

worker.addEventListener('install', (event) => event.waitUntil(install()))
worker.addEventListener('activate', (event) => event.waitUntil(activate()))
worker.addEventListener('fetch', (event) => {
  const { pathname, origin } = new URL(event.request.url)
  if (origin !== location.origin || event.request.method !== 'GET') return
  if (event.request.mode === 'navigate' && pathname === PAGE) event.respondWith(stored(PAGE))
  else if (files.includes(pathname)) event.respondWith(stored(event.request))
})
