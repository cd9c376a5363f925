import { data, redirect } from 'react-router'
import { CONSENT_CHOICES, consentCookie } from '#http/consent.ts'
import { withContext } from '#http/context.ts'
import { readForm } from '#forms/form-handler.ts'
import type { Route } from './+types/cookie-consent.ts'

/** Stores the guest's choice in the cookie banner and redirects back to the page. */
export const action = withContext(async (deps, { request }: Route.ActionArgs) => {
  const form = await readForm(request)
  const choice = CONSENT_CHOICES.find((it) => it === form.get('choice'))
  if (!choice) throw data('Choose Accept or Reject.', { status: 400 })
  return redirect(ownPath(form.get('back')), {
    status: 303,
    headers: { 'Set-Cookie': consentCookie(choice, deps.origin.startsWith('https:')) },
  })
})

// Only a path of this site: an open redirect could send guests to other sites.
function ownPath(back: FormDataEntryValue | null): string {
  if (typeof back !== 'string' || !/^\/(?![/\\])[^\s\\]*$/.test(back)) return '/'
  // URL parsing escapes characters that a header cannot carry.
  const { pathname, search, hash } = new URL(back.toWellFormed(), 'http://localhost')
  return pathname.startsWith('//') ? '/' : pathname + search + hash
}

export const loader = () => redirect('/cookie-policy')
