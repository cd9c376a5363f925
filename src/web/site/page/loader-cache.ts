import { use } from 'react'

// Shorter than this and a skeleton is only a flicker.
const PATIENCE_MS = 180

/** What a screen is drawn from: there already, or still on its way. */
export type Arriving<T> = { readonly here: T } | { readonly coming: Promise<T> }

type Remembered = { readonly here: unknown; readonly at: number }

// Of the screens a guest has seen in this visit. It is filled in a browser only.
const seen = new Map<string, Remembered>()

/** Keeps what a screen shows for a while, so that Back is there at once and at the height where it was left. */
export function remember(path: string, here: unknown): void {
  seen.set(path, { here, at: performance.now() })
}

type Opening<T> = {
  readonly request: Request
  readonly serverLoader: () => Promise<{ readonly here: T }>
  readonly freshMs: number
}

/**
 * Opens a screen with what is remembered of it; else waits a moment for what it shows, and if that takes longer, opens
 * it at once with the outline of what is to come.
 */
export async function loadThrough<T>({ request, serverLoader, freshMs }: Opening<T>): Promise<Arriving<T>> {
  const last = seen.get(new URL(request.url).pathname)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one path is one screen, and it remembers its own
  if (last && performance.now() - last.at < freshMs) return { here: last.here as T }
  const load = serverLoader()
  const coming = load.then(({ here }) => here)
  // A guest who has left by then hears nothing of a failure.
  coming.catch(() => undefined)
  const late = new Promise<null>((resolve) => {
    setTimeout(resolve, PATIENCE_MS, null)
  })
  return (await Promise.race([load, late])) ?? { coming }
}

/** What has arrived; until then the nearest Suspense shows what is to come. */
export const useDeferred = <T>(data: Arriving<T>): T => ('here' in data ? data.here : use(data.coming))
