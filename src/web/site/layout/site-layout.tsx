import type { ReactNode } from 'react'
import { Outlet, useRouteLoaderData } from 'react-router'
import { readPart, withContext } from '#http/context.ts'
import type { RootData } from '#web/root.tsx'
import { ErrorNotice } from '../page/error-page.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { CookieBanner } from './cookie-banner.tsx'
import { loadHeldLines } from './held-lines.ts'
import { HeldTablesStrip } from './held-tables-strip.tsx'
import { SiteDrawer } from './site-drawer.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'
import type { Route } from './+types/site-layout.ts'

/** The root loader's data. Every page of the site has it. */
export function useRootData(): RootData {
  const data = useRouteLoaderData<RootData>('root')
  if (!data) throw new Error('the page was rendered without root loader data')
  return data
}

/** The tables that this browser holds by plain forms. A page without this part is better than none. */
export const loader = withContext(async (deps, { request }: Route.LoaderArgs) => ({
  held: deps.mayHoldTable
    ? await readPart(deps, () => loadHeldLines(deps, request), {
        empty: [],
        onError: (err) =>
          deps.log.error({ event: 'holds.notice_failed', err }, 'held tables could not be read'),
      })
    : [],
}))

type FrameProps = { readonly held: Route.ComponentProps['loaderData']['held']; readonly children: ReactNode }

/** Header, footer, cookie banner and navigation around every public page. */
function SiteFrame({ held, children }: FrameProps) {
  const { venue, year, consent } = useRootData()
  return (
    <>
      <a
        href="#content"
        className="sr-only rounded-lg bg-brass px-4 py-2 font-semibold text-night focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50"
      >
        Skip to content
      </a>
      {/* The banner shows at the bottom but comes first in the tab order, so that keyboard users can answer it. */}
      <CookieBanner isAnswered={consent === 'answered'} />
      <SiteHeader venue={venue} />
      <BottomBar />
      <HeldTablesStrip held={held} />
      <main id="content" tabIndex={-1} className="pt-16 outline-none md:pt-20">
        {children}
      </main>
      <SiteDrawer venue={venue} />
      <SiteFooter venue={venue} year={year} />
    </>
  )
}

export default function SiteLayout({ loaderData }: Route.ComponentProps) {
  return (
    <SiteFrame held={loaderData.held}>
      <Outlet />
    </SiteFrame>
  )
}

/** A page that could not be read, without words of its own for that. The other pages stay reachable. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  const { venue } = useRootData()
  return (
    <SiteFrame held={loaderData?.held ?? []}>
      <ErrorNotice error={error} venue={venue} />
    </SiteFrame>
  )
}
