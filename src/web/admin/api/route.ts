import type * as z from 'zod/mini'
import { may, type StaffAction } from '#features/permissions/rules.ts'
import type { Actor } from '#features/permissions/schema.ts'
import { type Session, authenticate } from '#features/staff/sign-in/service.ts'
import { isId } from '#lib/address.ts'
import type { RequestContext } from '#http/context.ts'
import { errorResponse, readJson } from '#http/json-response.ts'
import { ACTING_AS } from '../auth/acting-as.ts'
import { answerOnce } from './answer-once.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Schema = z.ZodMiniType

/** Request of a route: path parameters, query, and the validated body (undefined without a schema). */
export type StaffRequest<Body = undefined> = {
  readonly request: Request
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly body: Body
}

/** Request context of a signed-in staff member. */
export type StaffContext = RequestContext & { readonly actor: Actor; readonly session: Session }

/** Permission that a route needs; `anyone` for routes that are open before the sign-in. */
type Permission = StaffAction | 'anyone'

type Spec<M extends Method, Path extends string, P extends Permission, B extends Schema | undefined> = {
  readonly method: M
  readonly path: Path
  readonly permission: P
  /** Schema of the JSON body. Without one the body is not read. */
  readonly body?: B
  /** Serves staff with a pending requirement too: the routes that fulfil it. */
  readonly allowsPending?: boolean
}

type ContextOf<P extends Permission> = P extends 'anyone' ? RequestContext : StaffContext
type BodyOf<B extends Schema | undefined> = B extends Schema ? z.output<B> : undefined

/** One route of the staff API. `Sent` and `Answer` are only types: the client infers its requests from them. */
export type StaffRoute<
  M extends Method = Method,
  Path extends string = string,
  Sent = unknown,
  Answer = unknown,
> = {
  readonly method: M
  readonly path: Path
  readonly permission: Permission
  readonly body: Schema | null
  readonly serve: (context: RequestContext, request: StaffRequest) => Promise<Response>
  readonly types?: { readonly sent: Sent; readonly answer: Answer }
}

/** JSON type of a response body, as `jsonResponse` declares it. */
type AnswerOf<R> = R extends { readonly jsonBody?: infer Answer } ? Exclude<Answer, undefined> : unknown

/**
 * Defines a route of the staff API: the caller is authenticated and authorized, then the body is validated, then `handle`
 * runs. Hono's own validator would read the body before the authorization, and report issues in its own texts.
 */
export const route = <
  const M extends Method,
  const Path extends string,
  const P extends Permission,
  R extends Response,
  B extends Schema | undefined = undefined,
>(
  { method, path, permission, body, allowsPending = false }: Spec<M, Path, P, B>,
  handle: (context: ContextOf<P>, request: StaffRequest<BodyOf<B>>) => Promise<R>,
): StaffRoute<M, Path, B extends Schema ? z.input<B> : undefined, AnswerOf<R>> => ({
  method,
  path,
  permission,
  body: body ?? null,
  async serve(context, request) {
    const read = async () => (body ? await readJson(request.request, body) : undefined)
    const run = (authorized: RequestContext, parsed: unknown): Promise<Response> =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `P` and `B` say which of the two each is
      handle(authorized as ContextOf<P>, { ...request, body: parsed as BodyOf<B> })
    if (permission === 'anyone') return run(context, await read())
    const runOnce = async (authorized: StaffContext): Promise<Response> => {
      const parsed = await read()
      const asked = { request: request.request, body: parsed }
      return answerOnce(authorized, asked, () => run(authorized, parsed))
    }
    return asStaff(context, request, { permission, allowsPending, run: runOnce })
  },
})

/** The id of a path. A malformed one becomes an id that no row has. */
export const idOf = ({ params }: { readonly params: StaffRequest['params'] }): string =>
  isId(params['id'] ?? '') ? (params['id'] ?? '') : NO_ID

const NO_ID = '00000000-0000-0000-0000-000000000000'

type Guard = {
  readonly permission: StaffAction
  readonly allowsPending: boolean
  readonly run: (context: StaffContext) => Promise<Response>
}

/** Authenticates every request anew, and authorizes it before anything is read or changed. */
async function asStaff(context: RequestContext, { request }: StaffRequest, guard: Guard): Promise<Response> {
  const authentication = await authenticate(context, request.headers)
  const response = await authorize(context, { authentication, request }, guard)
  for (const cookie of authentication.cookies) response.headers.append('Set-Cookie', cookie)
  return response
}

async function authorize(
  context: RequestContext,
  { authentication, request }: { authentication: Awaited<ReturnType<typeof authenticate>>; request: Request },
  { permission, allowsPending, run }: Guard,
): Promise<Response> {
  if (authentication.kind === 'anonymous') return errorResponse(401, SIGNED_OUT)
  if (authentication.kind === 'blocked') return errorResponse(403, ACCESS_DENIED)
  const { session } = authentication
  const actingAs = request.headers.get(ACTING_AS)
  if (actingAs !== null && actingAs !== session.who.id) return errorResponse(409, OTHER_ACCOUNT)
  const { block: pending, role } = session.who
  if (pending && !allowsPending) return errorResponse(403, { ...PENDING, error: `${pending}_first` })
  if (!may(role, permission)) return errorResponse(403, NOT_ALLOWED)
  return run({ ...context, actor: session.who, session })
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
  text: 'Another account signed in in this browser. Please reload the page.',
}
const PENDING = { title: 'Not yet', text: 'Complete the open step of your sign-in first.' }
export const NOT_ALLOWED = {
  error: 'not_allowed',
  title: 'Not allowed',
  text: 'Your role does not allow this. Please ask a manager.',
}
