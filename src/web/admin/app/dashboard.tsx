import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { data, redirect, type ShouldRevalidateFunctionArgs, useRevalidator } from 'react-router'
import { readInvitation } from '#features/staff/invitations/service.ts'
import { authenticate } from '#features/staff/sign-in/service.ts'
import { may } from '#features/permissions/rules.ts'
import type { SignedIn } from '#features/permissions/schema.ts'
import { type RequestContext, withContext } from '#http/context.ts'
import { createQueries } from '../data/query-client.ts'
import { DashboardShell } from './dashboard-shell.tsx'
import sheet from './dashboard.css?url'
import { InvitationScreen, SignInScreen } from '../auth/sign-in-page.tsx'
import { AuthGateDialog } from '../auth/auth-gate-dialog.tsx'
import { ADMIN_TABS } from './tabs.ts'
import type { Route } from './+types/dashboard.ts'

const INVITATION = /^invitation\/([\w-]+)$/
const noStore = { 'Cache-Control': 'no-store' }

/** Who stands at the door. What the tabs show is asked for by themselves, each time through the gate. */
export const loader = withContext(async (deps, { request, params }: Route.LoaderArgs) => {
  const path = params['*'] ?? ''
  const [, token] = INVITATION.exec(path) ?? []
  if (token) return data(await readInvitationPage(deps, token), { headers: noStore })
  const asking = await authenticate(deps, request.headers)
  const headers = new Headers(noStore)
  for (const cookie of asking.cookies) headers.append('Set-Cookie', cookie)
  const url = new URL(request.url)
  if (asking.kind !== 'staff') {
    const isDenied = asking.kind === 'blocked' || url.searchParams.has('denied')
    if (path !== '') throw redirect(doorAddress(path + url.search, isDenied), { headers })
    return data({ kind: 'door' as const, isDenied }, { headers })
  }
  const { who } = asking.session
  if (path === '') throw redirect(`/admin/${firstTab(who, url.searchParams.get('to'))}`, { headers })
  return data({ kind: 'desk' as const, who }, { headers })
})

const doorAddress = (path: string, isDenied: boolean): string =>
  isDenied ? '/admin?denied=1' : `/admin?to=${encodeURIComponent(path)}`

async function readInvitationPage(deps: RequestContext, token: string) {
  const id = deps.tokens.read('invitation', token)
  return { kind: 'invitation' as const, token, invitation: id ? await readInvitation(deps, id) : null }
}

const firstTab = ({ role }: SignedIn, wanted: string | null): string => {
  if (wanted && /^[a-z][\w/-]{0,80}(\?[\w=&%.+-]{0,300})?$/.test(wanted)) return wanted
  return ADMIN_TABS.find((tab) => may(role, tab.needs))?.path ?? 'account'
}

/** Going from tab to tab asks nothing of the door; going in does. */
export const shouldRevalidate = ({ currentUrl, nextUrl, currentParams }: ShouldRevalidateFunctionArgs) =>
  (currentParams['*'] ?? '') === '' || currentUrl.href === nextUrl.href

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: sheet }]

export const meta: Route.MetaFunction = () => [
  { title: 'Admin Dashboard' },
  { name: 'robots', content: 'noindex' },
]

export default function Desk({ loaderData }: Route.ComponentProps) {
  const [queries] = useState(createQueries)
  const { revalidate } = useRevalidator()
  const enter = (): void => void revalidate()
  switch (loaderData.kind) {
    case 'invitation':
      return <InvitationScreen {...loaderData} />
    case 'door':
      return <SignInScreen isDenied={loaderData.isDenied} onSignedIn={enter} />
    case 'desk': {
      const { who } = loaderData
      if (who.block)
        return (
          <>
            <SignInScreen isDenied={false} onSignedIn={enter} />
            <AuthGateDialog authGate={who.block} email={who.email} onCleared={enter} />
          </>
        )
      return (
        <QueryClientProvider client={queries}>
          <DashboardShell who={who} />
        </QueryClientProvider>
      )
    }
  }
}
