import type * as z from 'zod/mini'
import { may, type StaffAction } from '#features/permissions/rules.ts'
import type { Actor } from '#features/permissions/schema.ts'
import { type Session, authenticate } from '#features/staff/sign-in/service.ts'
import { isId } from '#lib/address.ts'
import type { RequestContext } from '#http/context.ts'
import { readJson, errorResponse } from '#http/json-response.ts'
import { ACTING_AS } from '../auth/acting-as.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export type StaffRequest = {
  readonly request: Request
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
}

/** What an answer to somebody of the staff may use: who they are stands beside everything else. */
export type StaffDeps = RequestContext & { readonly actor: Actor; readonly session: Session }

/** One address of the staff area, as the door finds it and as the tests go through all of them. */
export type StaffRoute = {
  readonly method: Method
  readonly path: string
  /** What somebody must be allowed to do; `anyone` for what comes before signing in. */
  readonly needs: StaffAction | 'anyone'
  /** What it is sent; null where nothing is read. */
  readonly sends: z.ZodMiniType | null
  readonly serve: (deps: RequestContext, asked: StaffRequest) => Promise<Response>
}

/** The id in an address. One that is none names nothing, and no row has it. */
export const idOf = ({ params }: Pick<StaffRequest, 'params'>): string =>
  isId(params['id'] ?? '') ? (params['id'] ?? '') : NO_ID

const NO_ID = '00000000-0000-0000-0000-000000000000'

type At = readonly [method: Method, path: string]

/** An address that is open before signing in. */
export const openTo =
  ([method, path]: At) =>
  (serve: StaffRoute['serve']): StaffRoute => ({ method, path, needs: 'anyone', sends: null, serve })

type Serve<Body> = (deps: StaffDeps, asked: StaffRequest & { readonly body: Body }) => Promise<Response>

/** An address for staff who may do `needs`, and who have nothing to do first. */
export const staffOnly = ([method, path]: At, needs: StaffAction, serve: Serve<undefined>): StaffRoute => ({
  method,
  path,
  needs,
  sends: null,
  serve: (deps, asked) =>
    asStaff(deps, asked, { needs, serve: (staff) => serve(staff, { ...asked, body: undefined }) }),
})

/** The same for an address that is sent something: it is read as `shape` says, once the sender is known. */
export const staffSends =
  <Shape extends z.ZodMiniType>([method, path]: At, needs: StaffAction, shape: Shape) =>
  (serve: Serve<z.output<Shape>>): StaffRoute => ({
    method,
    path,
    needs,
    sends: shape,
    serve: (deps, asked) =>
      asStaff(deps, asked, {
        needs,
        serve: async (staff) => serve(staff, { ...asked, body: await readJson(asked.request, shape) }),
      }),
  })

/** For the few addresses that lift a block: a password to be set, an authenticator to be set up. */
export const staffBeforeAll =
  <Shape extends z.ZodMiniType>([method, path]: At, shape: Shape) =>
  (serve: Serve<z.output<Shape>>): StaffRoute => ({
    method,
    path,
    needs: 'staff',
    sends: shape,
    serve: (deps, asked) =>
      asStaff(deps, asked, {
        needs: 'staff',
        evenBlocked: true,
        serve: async (staff) => serve(staff, { ...asked, body: await readJson(asked.request, shape) }),
      }),
  })

type Gate = {
  readonly needs: StaffAction
  readonly evenBlocked?: boolean
  readonly serve: (deps: StaffDeps) => Promise<Response>
}

/** The one gate: who asks is looked up anew for each request, and turned away before anything is read or changed. */
async function asStaff(deps: RequestContext, { request }: StaffRequest, gate: Gate): Promise<Response> {
  const asking = await authenticate(deps, request.headers)
  const answered = await answerTo(deps, { asking, request }, gate)
  for (const cookie of asking.cookies) answered.headers.append('Set-Cookie', cookie)
  return answered
}

async function answerTo(
  deps: RequestContext,
  { asking, request }: { asking: Awaited<ReturnType<typeof authenticate>>; request: Request },
  { needs, evenBlocked = false, serve }: Gate,
): Promise<Response> {
  if (asking.kind === 'anonymous') return errorResponse(401, SIGNED_OUT)
  if (asking.kind === 'blocked') return errorResponse(403, ACCESS_DENIED)
  const { session } = asking
  const actingAs = request.headers.get(ACTING_AS)
  if (actingAs !== null && actingAs !== session.who.id) return errorResponse(409, OTHER_ACCOUNT)
  const { block, role } = session.who
  if (block && !evenBlocked) return errorResponse(403, { ...NOT_YET, error: `${block}_first` })
  if (!may(role, needs)) return errorResponse(403, NOT_ALLOWED)
  return serve({ ...deps, actor: session.who, session })
}

const SIGNED_OUT = { error: 'signed_out', title: 'Signed out', text: 'Please sign in.' }
export const ACCESS_DENIED = {
  error: 'access_denied',
  title: 'Access Denied',
  text: "You don't have admin permissions.",
}
const OTHER_ACCOUNT = {
  error: 'other_account',
  title: 'Another account',
  text: 'Somebody else signed in in this browser meanwhile. Please load the page again.',
}
const NOT_YET = { title: 'Not yet', text: 'Something has to be done before you go on.' }
export const NOT_ALLOWED = {
  error: 'not_allowed',
  title: 'Not allowed',
  text: 'Your role does not allow this. Please ask a manager.',
}
