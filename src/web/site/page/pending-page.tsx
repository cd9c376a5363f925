import { type ReactNode, Suspense, useEffect } from 'react'
import { useLocation } from 'react-router'
import { type Arriving, remember, useDeferred } from './loader-cache.ts'

type ArrivedProps<T> = {
  readonly data: Arriving<T>
  readonly children: (here: T) => ReactNode
}

/**
 * Draws what is there, and a blank in its place until it is. What is there from the start is not wrapped: the server
 * would send a long list after its blank, for a script to put in place, and without scripts it would never be seen.
 */
export const Arrival = <T,>({ data, blank, children }: ArrivedProps<T> & { readonly blank: ReactNode }) =>
  'here' in data ? (
    <Here here={data.here}>{children}</Here>
  ) : (
    <Suspense fallback={blank}>
      <Arrived data={data}>{children}</Arrived>
    </Suspense>
  )

const Arrived = <T,>({ data, children }: ArrivedProps<T>) => <Here here={useDeferred(data)}>{children}</Here>

function Here<T>({ here, children }: { readonly here: T; readonly children: (here: T) => ReactNode }) {
  const { pathname } = useLocation()
  useEffect(() => remember(pathname, here), [pathname, here])
  return children(here)
}
