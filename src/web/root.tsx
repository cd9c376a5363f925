import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useMatches,
  useRouteLoaderData,
} from 'react-router'
import { siteAssets } from 'virtual:site-assets'
import { publicVenue } from '#features/venue/rules.ts'
import { wallClock } from '#lib/venue-time.ts'
import { withContext } from '../http/context.ts'
import { PREFETCH_RULES } from '../http/security/prefetch-rules.ts'
import { SCRIPT_RETRY } from '../http/security/script-retry.ts'
import { ErrorNotice } from './site/page/error-page.tsx'
import { ModuleScripts } from './site/page/module-scripts.tsx'
import styles from './site.css?inline'
import type { Route } from './+types/root.ts'

/**
 * The stylesheet is inlined into the HTML, so the client bundle leaves it out. The browser reads it back from there: an error
 * page mounts the document's head anew, which would otherwise lose its styles.
 */
const stylesheet = import.meta.env.SSR ? styles : (document.querySelector('style')?.textContent ?? '')

export const loader = withContext(async (deps) => ({
  venue: publicVenue(await deps.loadVenue()),
  year: wallClock(deps.now).date.slice(0, 'YYYY'.length),
  origin: deps.origin,
  consent: deps.consent,
}))

/**
 * The staff area alone navigates in the browser. The root loader then runs again only after a form submission, because the
 * settings rarely change during a visit, and because what the staff area asks for must not fail with it.
 */
export const shouldRevalidate = ({ formMethod }: ShouldRevalidateFunctionArgs): boolean =>
  formMethod !== undefined

export type RootData = Awaited<ReturnType<typeof loader>>

/** Title of a page that could not be read. A route with a `meta` of its own replaces it. */
export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: ['Something went wrong', loaderData?.venue.name].filter(Boolean).join(' | ') },
]

/** A route whose `handle` sets `isApplication` is hydrated whole; every other page is a document. */
const isApplication = (handle: unknown): boolean =>
  typeof handle === 'object' && handle !== null && 'isApplication' in handle && handle.isApplication === true

export function Layout({ children }: { children: React.ReactNode }) {
  const data = useRouteLoaderData<RootData>('root')
  const hydratesPage = useMatches().some((match) => isApplication(match.handle))
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#120b08" />
        <style dangerouslySetInnerHTML={{ __html: stylesheet }} suppressHydrationWarning />
        {/* A vector icon would be rendered as a document of its own, in some 15 ms of a slow phone. */}
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/site.webmanifest" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        {!hydratesPage ? (
          <DocumentScripts />
        ) : data ? (
          <>
            <ScrollRestoration />
            <Scripts />
          </>
        ) : null}
      </body>
    </html>
  )
}

/**
 * Script of the site, and the rules by which the browser prefetches a page whose link is hovered or touched. They end the document:
 * both run once it is parsed, and in its head they would delay the first paint.
 */
const DocumentScripts = () => (
  <>
    <script dangerouslySetInnerHTML={{ __html: SCRIPT_RETRY }} />
    <ModuleScripts modules={siteAssets.siteModules} script={siteAssets.siteScript} />
    <script type="speculationrules" dangerouslySetInnerHTML={{ __html: PREFETCH_RULES }} />
  </>
)

export default function Root() {
  return <Outlet />
}

/** The site's layout has an error page of its own; this one stands without any loader data. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const venue = useRouteLoaderData<RootData>('root')?.venue ?? null
  return (
    <main>
      <ErrorNotice error={error} venue={venue} />
    </main>
  )
}
