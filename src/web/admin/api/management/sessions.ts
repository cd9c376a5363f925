import { waitText } from '#features/permissions/rules.ts'
import {
  acceptanceForm,
  codeForm,
  newPasswordForm,
  ownPasswordForm,
  signInForm,
} from '#features/permissions/schema.ts'
import {
  type AuthenticatorRefusal,
  beginAuthenticator,
  confirmAuthenticator,
  removeAuthenticator,
} from '#features/staff/two-factor/service.ts'
import { acceptInvitation } from '#features/staff/invitations/service.ts'
import {
  changePassword,
  signIn,
  type SignInRefusal,
  signInWithCode,
  signOut,
  signOutEverywhere,
  authenticate,
} from '#features/staff/sign-in/service.ts'
import * as z from 'zod/mini'
import type { RequestContext } from '#http/context.ts'
import { errorResponse, jsonResponse, type JsonResponse } from '#http/json-response.ts'
import { ACCESS_DENIED, route } from '../route.ts'

type Cookies = readonly string[]

function withCookies<R extends Response>(response: R, cookies: Cookies): R {
  for (const cookie of cookies) response.headers.append('Set-Cookie', cookie)
  return response
}

const browserOf = ({ guest }: RequestContext, request: Request) => ({
  headers: request.headers,
  address: guest.address,
})

function signInError(refusal: SignInRefusal): JsonResponse<never> {
  const failed = (text: string) => ({ error: refusal.why, title: 'Login Failed', text })
  switch (refusal.why) {
    case 'wrong_password':
      return errorResponse(401, failed('Invalid email or password'))
    case 'wrong_code':
      return errorResponse(401, failed('This code is not right.'))
    case 'code_used':
      return errorResponse(
        401,
        failed('This code was used before. Please start again and wait for the next one.'),
      )
    case 'challenge_over':
      return errorResponse(
        401,
        failed('That took too long or too many tries. Please start again with your password.'),
      )
    case 'no_access':
      return errorResponse(403, ACCESS_DENIED)
    case 'too_many':
      return errorResponse(
        429,
        failed(`Too many attempts. Please try again in ${waitText(refusal.waitMs)}.`),
        {
          'Retry-After': String(Math.ceil(refusal.waitMs / 1000)),
        },
      )
  }
}

const STATUS_OF = { unfit: 422, wrong_password: 409, too_many: 429, signed_out: 401 } as const

/** Error response for a confirmed or new password. */
function passwordError(
  title: string,
  { why, text, waitMs }: { why: keyof typeof STATUS_OF; text: string; waitMs?: number },
): JsonResponse<never> {
  const body = { error: why === 'signed_out' ? why : 'password', title, text }
  const headers = waitMs === undefined ? {} : { 'Retry-After': String(Math.ceil(waitMs / 1000)) }
  return errorResponse(STATUS_OF[why], body, headers)
}

function authenticatorError(refusal: AuthenticatorRefusal): JsonResponse<never> {
  const title = 'Authenticator'
  switch (refusal.why) {
    case 'wrong_code':
      return errorResponse(409, {
        error: refusal.why,
        title,
        text: 'This code is not right. Please wait for the next one.',
      })
    case 'set_up_already':
      return errorResponse(409, { error: refusal.why, title, text: 'An authenticator is set up already.' })
    case 'unfit':
    case 'wrong_password':
    case 'too_many':
    case 'signed_out':
      return passwordError(title, refusal)
  }
}

export const sessionRoutes = [
  route({ method: 'GET', path: '/admin/api/session', permission: 'anyone' }, async (deps, { request }) => {
    const authentication = await authenticate(deps, request.headers)
    const who = authentication.kind === 'staff' ? authentication.session.who : null
    return withCookies(jsonResponse({ who }), authentication.cookies)
  }),
  route(
    { method: 'POST', path: '/admin/api/session', permission: 'anyone', body: signInForm },
    async (deps, { body, request }) => {
      const signedIn = await signIn(deps, body, browserOf(deps, request))
      if (!signedIn.ok) return signInError(signedIn.reason)
      return withCookies(jsonResponse({ needsCode: signedIn.value.needsCode }), signedIn.value.cookies)
    },
  ),
  route(
    { method: 'POST', path: '/admin/api/session/code', permission: 'anyone', body: codeForm },
    async (deps, { body, request }) => {
      const given = { code: body.code, kind: body.kind ?? 'authenticator' } as const
      const signedIn = await signInWithCode(deps, given, browserOf(deps, request))
      if (!signedIn.ok) return signInError(signedIn.reason)
      return withCookies(jsonResponse({ needsCode: false }), signedIn.value.cookies)
    },
  ),
  route({ method: 'DELETE', path: '/admin/api/session', permission: 'anyone' }, async (deps, { request }) =>
    withCookies(jsonResponse({ who: null }), await signOut(deps, request.headers)),
  ),
  route(
    { method: 'POST', path: '/admin/api/invitation/:token', permission: 'anyone', body: acceptanceForm },
    async (deps, { body, params }) => {
      const id = deps.tokens.read('invitation', params['token'] ?? '')
      const accepted = id ? await acceptInvitation(deps, id, body) : null
      if (accepted?.ok) return jsonResponse({ email: accepted.value.email }, { status: 201 })
      const why = accepted?.reason ?? 'invitation_over'
      if (typeof why === 'object') return errorResponse(422, { error: 'password', ...why })
      const text =
        why === 'has_account'
          ? 'There is already an account with this address.'
          : 'This invitation was used, withdrawn or has expired. Please ask for a new one.'
      return errorResponse(410, { error: why, title: 'Invitation', text })
    },
  ),
  route(
    {
      method: 'PUT',
      path: '/admin/api/password',
      permission: 'staff',
      body: newPasswordForm,
      allowsPending: true,
    },
    async (deps, { body, request }) => {
      const changed = await changePassword(deps, deps.session, { ...body, headers: request.headers })
      return changed.ok
        ? jsonResponse({ changed: true })
        : passwordError(changed.reason.title, changed.reason)
    },
  ),
  route(
    {
      method: 'POST',
      path: '/admin/api/sign-out-everywhere',
      permission: 'staff',
      body: z.strictObject({}),
      allowsPending: true,
    },
    async (deps, { request }) => {
      await signOutEverywhere(deps, deps.session)
      return withCookies(jsonResponse({ who: null }), await signOut(deps, request.headers))
    },
  ),
  route(
    {
      method: 'POST',
      path: '/admin/api/authenticator',
      permission: 'staff',
      body: ownPasswordForm,
      allowsPending: true,
    },
    async (deps, { body, request }) => {
      const { name: issuer } = await deps.loadVenue()
      const proof = { password: body.password, headers: request.headers, issuer }
      const begun = await beginAuthenticator(deps, deps.session, proof)
      return begun.ok ? jsonResponse({ setUp: begun.value }) : authenticatorError(begun.reason)
    },
  ),
  route(
    {
      method: 'PUT',
      path: '/admin/api/authenticator',
      permission: 'staff',
      body: codeForm,
      allowsPending: true,
    },
    async (deps, { body, request }) => {
      const proof = { code: body.code, headers: request.headers }
      const confirmed = await confirmAuthenticator(deps, deps.session, proof)
      if (!confirmed.ok) return authenticatorError(confirmed.reason)
      return withCookies(jsonResponse({ hasCodes: true }), confirmed.value.cookies)
    },
  ),
  route(
    {
      method: 'DELETE',
      path: '/admin/api/authenticator',
      permission: 'staff',
      body: ownPasswordForm,
      allowsPending: true,
    },
    async (deps, { body, request }) => {
      const proof = { password: body.password, headers: request.headers }
      const removed = await removeAuthenticator(deps, deps.session, proof)
      if (!removed.ok) return authenticatorError(removed.reason)
      return withCookies(jsonResponse({ hasCodes: false }), removed.value.cookies)
    },
  ),
]
