import { Outlet, useRouteLoaderData } from 'react-router'
import type { RootData } from '#web/root.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { CookieBanner } from './cookie-banner.tsx'
import { HeldTablesStrip } from './held-tables-strip.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

/** The root loader's data. Every page of the site has it. */
export function useRootData(): RootData {
  const data = useRouteLoaderData<RootData>('root')
  if (!data) throw new Error('the page was rendered without root loader data')
  return data
}

/** Header, footer, cookie banner and navigation around every public page. */
export default function SiteLayout() {
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
      <HeldTablesStrip />
      <main id="content" tabIndex={-1} className="pt-16 outline-none md:pt-20">
        <Outlet />
      </main>
      <SiteFooter venue={venue} year={year} />
    </>
  )
}
