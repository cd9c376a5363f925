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
import { jsonResponse, readJson, errorResponse } from '#http/json-response.ts'
import { ACCESS_DENIED, openTo, staffBeforeAll, type StaffRequest } from '../staff-route.ts'

type Cookies = readonly string[]

function withCookies(response: Response, cookies: Cookies): Response {
  for (const cookie of cookies) response.headers.append('Set-Cookie', cookie)
  return response
}

const browserOf = ({ guest }: RequestContext, { request }: StaffRequest) => ({
  headers: request.headers,
  address: guest.address,
})

function refuseSignIn(refusal: SignInRefusal): Response {
  const failed = (text: string) => ({ error: refusal.why, title: 'Login Failed', text })
  switch (refusal.why) {
    case 'wrong_password':
      return errorResponse(401, failed('Invalid email or password'))
    case 'wrong_code':
      return errorResponse(401, failed('This code is not right.'))
    case 'code_used':
      return errorResponse(
        401,
        failed('This code was used before. Please begin again, and wait for the next one.'),
      )
    case 'challenge_over':
      return errorResponse(
        401,
        failed('That took too long or too many tries. Please begin again with your password.'),
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

/** The answer to a password somebody shows once more, or chooses. */
function refusePassword(
  title: string,
  { why, text, waitMs }: { why: keyof typeof STATUS_OF; text: string; waitMs?: number },
): Response {
  const told = { error: why === 'signed_out' ? why : 'password', title, text }
  const headers = waitMs === undefined ? {} : { 'Retry-After': String(Math.ceil(waitMs / 1000)) }
  return errorResponse(STATUS_OF[why], told, headers)
}

function refuseAuthenticator(refusal: AuthenticatorRefusal): Response {
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
      return refusePassword(title, refusal)
  }
}

export const sessionRoutes = [
  openTo(['GET', '/admin/api/session'])(async (deps, { request }) => {
    const asking = await authenticate(deps, request.headers)
    const who = asking.kind === 'staff' ? asking.session.who : null
    return withCookies(jsonResponse({ who }), asking.cookies)
  }),
  openTo(['POST', '/admin/api/session'])(async (deps, asked) => {
    const form = await readJson(asked.request, signInForm)
    const entered = await signIn(deps, form, browserOf(deps, asked))
    if (!entered.ok) return refuseSignIn(entered.reason)
    return withCookies(jsonResponse({ needsCode: entered.value.needsCode }), entered.value.cookies)
  }),
  openTo(['POST', '/admin/api/session/code'])(async (deps, asked) => {
    const form = await readJson(asked.request, codeForm)
    const given = { code: form.code, kind: form.kind ?? 'authenticator' } as const
    const entered = await signInWithCode(deps, given, browserOf(deps, asked))
    if (!entered.ok) return refuseSignIn(entered.reason)
    return withCookies(jsonResponse({ needsCode: false }), entered.value.cookies)
  }),
  openTo(['DELETE', '/admin/api/session'])(async (deps, { request }) =>
    withCookies(jsonResponse({ who: null }), await signOut(deps, request.headers)),
  ),
  openTo(['POST', '/admin/api/invitation/:token'])(async (deps, { request, params }) => {
    const form = await readJson(request, acceptanceForm)
    const id = deps.tokens.read('invitation', params['token'] ?? '')
    const accepted = id ? await acceptInvitation(deps, id, form) : null
    if (accepted?.ok) return jsonResponse({ email: accepted.value.email }, { status: 201 })
    const why = accepted?.reason ?? 'invitation_over'
    if (typeof why === 'object') return errorResponse(422, { error: 'password', ...why })
    const text =
      why === 'has_account'
        ? 'There is an account with this address already.'
        : 'This invitation was used, withdrawn or is too old. Please ask for a new one.'
    return errorResponse(410, { error: why, title: 'Invitation', text })
  }),
  staffBeforeAll(
    ['PUT', '/admin/api/password'],
    newPasswordForm,
  )(async (deps, { body, request }) => {
    const changed = await changePassword(deps, deps.session, { ...body, headers: request.headers })
    return changed.ok ? jsonResponse({ changed: true }) : refusePassword(changed.reason.title, changed.reason)
  }),
  staffBeforeAll(
    ['POST', '/admin/api/sign-out-everywhere'],
    z.strictObject({}),
  )(async (deps, { request }) => {
    await signOutEverywhere(deps, deps.session)
    return withCookies(jsonResponse({ who: null }), await signOut(deps, request.headers))
  }),
  staffBeforeAll(
    ['POST', '/admin/api/authenticator'],
    ownPasswordForm,
  )(async (deps, { body, request }) => {
    const { name: issuer } = await deps.loadVenue()
    const asked = { password: body.password, headers: request.headers, issuer }
    const begun = await beginAuthenticator(deps, deps.session, asked)
    return begun.ok ? jsonResponse({ setUp: begun.value }) : refuseAuthenticator(begun.reason)
  }),
  staffBeforeAll(
    ['PUT', '/admin/api/authenticator'],
    codeForm,
  )(async (deps, { body, request }) => {
    const asked = { code: body.code, headers: request.headers }
    const confirmed = await confirmAuthenticator(deps, deps.session, asked)
    if (!confirmed.ok) return refuseAuthenticator(confirmed.reason)
    return withCookies(jsonResponse({ hasCodes: true }), confirmed.value.cookies)
  }),
  staffBeforeAll(
    ['DELETE', '/admin/api/authenticator'],
    ownPasswordForm,
  )(async (deps, { body, request }) => {
    const asked = { password: body.password, headers: request.headers }
    const removed = await removeAuthenticator(deps, deps.session, asked)
    if (!removed.ok) return refuseAuthenticator(removed.reason)
    return withCookies(jsonResponse({ hasCodes: false }), removed.value.cookies)
  }),
]
