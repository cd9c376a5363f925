import { type ReactNode, Suspense, useEffect } from 'react'
import { useLocation } from 'react-router'
import { cacheLoaderData, type Deferred, useDeferred } from './loader-cache.ts'

type DeferredProps<T> = {
  readonly deferred: Deferred<T>
  readonly children: (data: T) => ReactNode
}

/**
 * Renders deferred loader data, and a skeleton while it is pending. Data that is loaded already has no Suspense boundary:
 * the server would stream a long list after its fallback, and without JavaScript it would never be shown.
 */
export const PendingPage = <T,>({
  deferred,
  skeleton,
  children,
}: DeferredProps<T> & { readonly skeleton: ReactNode }) =>
  'data' in deferred ? (
    <CachedPage data={deferred.data}>{children}</CachedPage>
  ) : (
    <Suspense fallback={skeleton}>
      <ResolvedPage deferred={deferred}>{children}</ResolvedPage>
    </Suspense>
  )

const ResolvedPage = <T,>({ deferred, children }: DeferredProps<T>) => (
  <CachedPage data={useDeferred(deferred)}>{children}</CachedPage>
)

type CachedPageProps<T> = { readonly data: T; readonly children: (data: T) => ReactNode }

function CachedPage<T>({ data, children }: CachedPageProps<T>) {
  const { pathname } = useLocation()
  useEffect(() => cacheLoaderData(pathname, data), [pathname, data])
  return children(data)
}
