import { Outlet } from 'react-router'
import { rootDataOf } from '../page/page-meta.ts'
import { PrivateFailure } from './private-failure.tsx'
import type { Route } from './+types/private-pages.ts'

/**
 * The address of such a page is its key. No other site is told it, and no search engine keeps it. `no-referrer` would
 * be stricter by nothing: it only takes from our own forms the word that they are ours, which is asked of them.
 */
export const headers = () => ({
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex, nofollow',
})

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `Your reservation | ${rootDataOf(matches)?.venue.name ?? ''}` },
  { name: 'robots', content: 'noindex, nofollow' },
]

/** What belongs to one guest and is opened by a signed link. */
export default function PrivatePages() {
  return (
    <div className="wrap max-w-4xl pt-8 md:pt-14">
      <Outlet />
    </div>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => <PrivateFailure error={error} />
