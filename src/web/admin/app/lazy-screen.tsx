import { type ComponentType, createElement, lazy, type LazyExoticComponent } from 'react'

const AGAIN_MS = 500

type Module<Props> = { readonly default: ComponentType<Props> }
type Load<Props> = () => Promise<Module<Props>>

/** Code of a screen that did not arrive. `isReplaced`: the server answers, and has a newer version without this file. */
export class ScreenNotLoaded extends Error {
  override readonly name = 'ScreenNotLoaded'
  readonly isReplaced: boolean

  constructor(isReplaced: boolean, cause: unknown) {
    super('The code of this screen could not be loaded.', { cause })
    this.isReplaced = isReplaced
  }
}

async function isServerThere(): Promise<boolean> {
  try {
    return (await fetch('/readyz', { cache: 'no-store' })).ok
  } catch {
    return false
  }
}

/** Loads code, and once more where it did not come: most lost connections last a moment. */
async function loadTwice<Props>(load: Load<Props>): Promise<Module<Props>> {
  try {
    return await load()
  } catch {
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
  }
  try {
    return await load()
  } catch (error) {
    throw new ScreenNotLoaded(await isServerThere(), error)
  }
}

let attempt = 0

/** Has code that did not come asked for again when it is next drawn. */
export function retryScreens(): void {
  attempt += 1
}

/** A component whose code comes when it is first drawn. */
export function lazyScreen<Props extends object = object>(load: Load<Props>): ComponentType<Props> {
  let failedIn: number | null = null
  const prepare = (): LazyExoticComponent<ComponentType<Props>> =>
    lazy(() =>
      loadTwice(load).catch((error: unknown) => {
        failedIn = attempt
        throw error
      }),
    )
  let current = prepare()
  return function LazyScreen(props: Props) {
    // Not while the same drawing is tried again by React: it would be asked for without end.
    if (failedIn !== null && failedIn !== attempt) {
      failedIn = null
      current = prepare()
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion, typescript/no-explicit-any -- `lazy` hides that its props are the component's
    return createElement(current as any, props)
  }
}
