import { Outlet } from 'react-router'
import { privateMeta } from '../page/page-meta.ts'
import { PrivateFailure } from './private-failure.tsx'
import type { Route } from './+types/private-pages.ts'

/**
 * The URL of a private page carries its access token, so it must not leak through a Referer header, a cache or a search
 * index. `no-referrer` would add nothing, and its `Origin: null` would fail the CSRF check of the page's own forms.
 */
export const headers = () => ({
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex, nofollow',
})

export const meta: Route.MetaFunction = ({ matches }) =>
  privateMeta(matches, 'Your reservation', 'All about your reservation.')

/** Layout of the pages that a guest opens by a signed link. */
export default function PrivatePages() {
  return (
    <div className="wrap max-w-4xl pt-8 md:pt-14">
      <Outlet />
    </div>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => <PrivateFailure error={error} />
