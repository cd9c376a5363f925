import { type ComponentType, createElement, lazy, type LazyExoticComponent } from 'react'
import { importWithRetry } from '#ui/network/import-with-retry.ts'

type Load<Loaded> = () => Promise<Loaded>

/** A screen chunk failed to load. `isReplaced`: a newer version of the server no longer has it. */
export class ScreenNotLoaded extends Error {
  override readonly name = 'ScreenNotLoaded'
  readonly isReplaced: boolean

  constructor(isReplaced: boolean, cause: unknown) {
    super('The code of this screen could not be loaded.', { cause })
    this.isReplaced = isReplaced
  }
}

/**
 * Loads the page anew once the server responds. Browsers keep a module that failed to load as failed for the life of the page,
 * and those that it imports: to import it again requests nothing.
 */
export async function reloadOnceReady(): Promise<boolean> {
  const isReady = await isServerReady()
  if (isReady) window.location.reload()
  return isReady
}

async function isServerReady(): Promise<boolean> {
  try {
    return (await fetch('/readyz', { cache: 'no-store' })).ok
  } catch {
    return false
  }
}

/** Loads a chunk with one retry: most connection losses are short. */
async function loadTwice<Loaded>(load: Load<Loaded>): Promise<Loaded> {
  try {
    return await importWithRetry(load)
  } catch (error) {
    throw new ScreenNotLoaded(await isServerReady(), error)
  }
}

let attempt = 0

/** Makes failed chunks load again at the next render. */
export function retryScreens(): void {
  attempt += 1
}

/** `React.lazy` with retry: a component that is the default of its chunk, which is loaded at the first render. */
export const lazyScreen = <Props extends object = object>(
  load: Load<{ readonly default: ComponentType<Props> }>,
): ComponentType<Props> => lazyPart(load, (it) => it.default)

/** As `lazyScreen`, for a chunk of several components. */
export function lazyPart<Loaded, Props extends object>(
  load: Load<Loaded>,
  pick: (loaded: Loaded) => ComponentType<Props>,
): ComponentType<Props> {
  let failedIn: number | null = null
  const prepare = (): LazyExoticComponent<ComponentType<Props>> =>
    lazy(async () => {
      try {
        return { default: pick(await loadTwice(load)) }
      } catch (error) {
        failedIn = attempt
        throw error
      }
    })
  let current = prepare()
  return function LazyScreen(props: Props) {
    // Not within the same attempt: React renders again after a rejection, and the chunk would be requested for ever.
    if (failedIn !== null && failedIn !== attempt) {
      failedIn = null
      current = prepare()
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion, typescript/no-explicit-any -- `lazy` hides that its props are the component's
    return createElement(current as any, props)
  }
}
