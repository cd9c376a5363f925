import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import {
  data,
  redirect,
  redirectDocument,
  type ShouldRevalidateFunctionArgs,
  useRevalidator,
} from 'react-router'
import { readInvitation } from '#features/staff/invitations/service.ts'
import { authenticate, signOut } from '#features/staff/sign-in/service.ts'
import { may } from '#features/permissions/rules.ts'
import type { SignedIn } from '#features/permissions/schema.ts'
import { type RequestContext, withContext } from '#http/context.ts'
import { createQueries } from './query-client.ts'
import { DashboardShell } from './dashboard-shell.tsx'
import sheet from './dashboard.css?url'
import { InvitationScreen, SignInScreen } from '../auth/sign-in-page.tsx'
import { AuthGateDialog } from '../auth/auth-gate-dialog.tsx'
import { keepPlace } from '#ui/admin/lists/keep-place.ts'
import { ErrorNotice } from '../../site/page/error-page.tsx'
import { ADMIN_TABS } from './tabs.ts'
import type { Route } from './+types/dashboard.ts'

/** The staff area is an application, hydrated whole. */
export const handle = { isApplication: true }

const INVITATION = /^invitation\/([\w-]+)$/
const CHECK_IN = '/admin/door'
const noStore = { 'Cache-Control': 'no-store' }

/** Session state: invitation page, sign-in page or dashboard. The tabs fetch their own data, each request authorized. */
export const loader = withContext(async (deps, { request, params }: Route.LoaderArgs) => {
  const path = params['*'] ?? ''
  const [, token] = INVITATION.exec(path) ?? []
  if (token) return data(await readInvitationPage(deps, token), { headers: noStore })
  const authentication = await authenticate(deps, request.headers)
  const headers = new Headers(noStore)
  const isBlocked = authentication.kind === 'blocked'
  const cookies = isBlocked ? await signOut(deps, request.headers) : authentication.cookies
  for (const cookie of cookies) headers.append('Set-Cookie', cookie)
  const url = new URL(request.url)
  if (authentication.kind !== 'staff') {
    const isDenied = isBlocked || url.searchParams.has('denied')
    if (path !== '') throw redirect(signInPath(path + url.search, isDenied), { headers })
    return data({ kind: 'sign-in' as const, isDenied }, { headers })
  }
  const { who } = authentication.session
  if (path === '') {
    const first = `/admin/${firstTab(who, url.searchParams.get('to'))}`
    // The check-in screen is a document of its own.
    throw first === CHECK_IN ? redirectDocument(first, { headers }) : redirect(first, { headers })
  }
  return data({ kind: 'dashboard' as const, user: who }, { headers })
})

const signInPath = (path: string, isDenied: boolean): string =>
  isDenied ? '/admin?denied=1' : `/admin?to=${encodeURIComponent(path)}`

async function readInvitationPage(deps: RequestContext, token: string) {
  const id = deps.tokens.read('invitation', token)
  return { kind: 'invitation' as const, token, invitation: id ? await readInvitation(deps, id) : null }
}

/** The wanted screen, unless it is a tab that the role may not open; else the first tab that it may. */
const firstTab = ({ role }: SignedIn, wanted: string | null): string => {
  const isPath = wanted !== null && /^[a-z][\w/-]{0,80}(\?[\w=&%.+-]{0,300})?$/.test(wanted)
  const tab = ADMIN_TABS.find(({ path }) => path === wanted?.split(/[/?]/, 1)[0])
  if (isPath && (!tab || may(role, tab.needs))) return wanted
  return ADMIN_TABS.find(({ needs }) => may(role, needs))?.path ?? 'account'
}

/** The session is loaded at sign-in and at a reload, not when switching tabs. */
export const shouldRevalidate = ({ currentUrl, nextUrl, currentParams }: ShouldRevalidateFunctionArgs) =>
  (currentParams['*'] ?? '') === '' || currentUrl.href === nextUrl.href

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: sheet }]

export const meta: Route.MetaFunction = () => [
  { title: 'Admin Dashboard' },
  { name: 'robots', content: 'noindex' },
]

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const [queries] = useState(createQueries)
  const { revalidate } = useRevalidator()
  const refresh = (): void => void revalidate()
  switch (loaderData.kind) {
    case 'invitation':
      return <InvitationScreen {...loaderData} />
    case 'sign-in':
      return <SignInScreen isDenied={loaderData.isDenied} onSignedIn={refresh} />
    case 'dashboard': {
      const { user } = loaderData
      if (user.block)
        return (
          <>
            <SignInScreen isDenied={false} onSignedIn={refresh} />
            <AuthGateDialog
              authGate={user.block}
              email={user.email}
              onCleared={() => {
                keepPlace()
                refresh()
              }}
            />
          </>
        )
      return (
        <QueryClientProvider client={queries}>
          <DashboardShell user={user} />
        </QueryClientProvider>
      )
    }
  }
}

/** The session could not be read, such as after a sign-in whose connection was lost. */
export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <main>
    <ErrorNotice error={error} venue={null} />
  </main>
)
