import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useMatches,
  useRouteLoaderData,
} from 'react-router'
import { publicVenue } from '#features/venue/rules.ts'
import { withContext } from '../http/context.ts'
import { ErrorPage } from './site/page/error-page.tsx'
import styles from './site.css?inline'
import type { Route } from './+types/root.ts'

// The sheet travels inside the page, once: the browser's copy of this file must not carry it a second time.
const sheet = import.meta.env.SSR ? styles : ''

export const loader = withContext(async (deps) => ({
  venue: publicVenue(await deps.loadVenue()),
  year: String(deps.now.getUTCFullYear()),
  origin: deps.origin,
  consent: deps.consent,
}))

/**
 * The house's settings stay what they are while a guest walks about. They are read again when a guest has sent something,
 * and when the page a guest is on is read again, prices included.
 */
export const shouldRevalidate = ({
  formMethod,
  currentUrl,
  nextUrl,
}: ShouldRevalidateFunctionArgs): boolean => formMethod !== undefined || currentUrl.href === nextUrl.href

export type RootData = Awaited<ReturnType<typeof loader>>

/** A page that has nothing to do says so in its `handle`, and is sent without scripts. */
const isStillPage = (handle: unknown): boolean =>
  typeof handle === 'object' && handle !== null && 'isStill' in handle && handle.isStill === true

export function Layout({ children }: { children: React.ReactNode }) {
  const data = useRouteLoaderData<RootData>('root')
  const isStill = useMatches().some((match) => isStillPage(match.handle))
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#120b08" />
        <style dangerouslySetInnerHTML={{ __html: sheet }} suppressHydrationWarning />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/site.webmanifest" />
        {data ? null : <title>Something went wrong</title>}
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        {isStill || !data ? null : (
          <>
            <ScrollRestoration />
            <Scripts />
          </>
        )}
      </body>
    </html>
  )
}

export default function Root() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const venue = useRouteLoaderData<RootData>('root')?.venue ?? null
  return (
    <ErrorPage
      error={error}
      isUnavailable={isRouteErrorResponse(error) && error.status === 503}
      venue={venue}
    />
  )
}
