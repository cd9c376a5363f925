import { leaveWithoutAsking } from '#ui/admin/forms/unsaved.tsx'
import { showToast } from '#ui/toasts/toasts.ts'
import { ACTING_AS } from '../auth/acting-as.ts'
import { setConnectionStatus, type AuthGate, waitUntilCleared } from '../app/dashboard-state.ts'
import { IDEMPOTENCY_KEY } from './idempotency/idempotency-key.ts'
import type { AnswerOf, KnownUrl, Method, SentTo } from './api-types.ts'
import { sendWithProgress } from './files/send-with-progress.ts'
import { readServerTime } from '../clock/server-clock.ts'

type ErrorBody = {
  readonly error: string
  readonly title: string
  readonly text: string
  readonly fields?: Readonly<Record<string, string>>
  /** Current record after a version conflict, and the one that was saved before. */
  // oxlint-disable-next-line typescript/no-explicit-any -- the caller knows the kind of record
  readonly current?: any
}

/** Error response of the staff API, with a text to show. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly body: ErrorBody

  constructor(status: number, body: ErrorBody) {
    super(body.text)
    this.status = status
    this.body = body
  }

  /** Whether the record was changed meanwhile; `body.current` is its current version. */
  get isVersionConflict(): boolean {
    return this.body.error === 'version_conflict'
  }

  /**
   * Whether the form was sent before with other values, and its answer was lost; `body.current` is what was saved then.
   */
  get isSavedBefore(): boolean {
    return this.body.error === 'already_saved'
  }
}

/** No response: the connection is lost, or the server is down. */
class NetworkError extends Error {
  override readonly name = 'NetworkError'
}

type ApiRequest<M extends string = string, Json = unknown> = {
  readonly method?: M
  /** The body, or what makes it at each sending: a request that waits for the sign-in is sent again. */
  readonly json?: Json | (() => Json)
  /** Idempotency key of a form that adds a record: sent again, it adds no second one. */
  readonly key?: string
  /** File, sent as the body. */
  readonly file?: Blob
  /** Called with the share of the file that was sent, from 0 to 1. */
  readonly onProgress?: (share: number) => void
  readonly signal?: AbortSignal
  /** Request before the sign-in: an error is thrown at once, without an auth gate dialog. */
  readonly isAnonymous?: boolean
  /** Request that signs out: it is sent although `abortRequests` holds back all others. */
  readonly endsSession?: boolean
}

const AUTH_GATES: Readonly<Record<string, AuthGate>> = {
  signed_out: 'signed_out',
  password_first: 'password',
  codes_first: 'codes',
}

let requests = new AbortController()
let actingAs: string | null = null

/** Sets the account that this page is rendered for. The server rejects requests under another account's session. */
export function actAs(staffId: string): void {
  actingAs = staffId
}

/** Aborts every request, and those that follow, until the returned function is called. Used at sign-out. */
export function abortRequests(): () => void {
  requests.abort()
  return () => (requests = new AbortController())
}

/**
 * Sends a request to the staff API. Types of the JSON body and of the response come from the route definition on the
 * server, found by method and URL.
 */
export const apiFetch = <const Url extends string, const M extends Method = 'GET'>(
  url: Url & KnownUrl<M, Url>,
  request: ApiRequest<M, SentTo<M, Url>> = {},
): Promise<AnswerOf<M, Url>> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the route's definition is the type of its response
  apiFetchAny(url, request) as Promise<AnswerOf<M, Url>>

/** The same for a response that is a file. */
export const apiFetchFile = async <const Url extends string, const M extends Method = 'GET'>(
  url: Url & KnownUrl<M, Url>,
  request: ApiRequest<M, SentTo<M, Url>> = {},
): Promise<Blob> => (await fetchAccepted(url, request)).blob()

/** The same for a URL that is known only at runtime, as in the hooks that serve every kind of record. */
export const apiFetchAny = async (url: string, request: ApiRequest = {}): Promise<unknown> =>
  (await fetchAccepted(url, request)).json()

/**
 * The response of a request that the server accepted. If the session ended, a dialog asks for the sign-in and the request is
 * retried, so that no typed text is lost.
 */
async function fetchAccepted(url: string, request: ApiRequest): Promise<Response> {
  const response = await send(url, request)
  if (response.ok) return response
  const body = await readErrorBody(response)
  const authGate = request.isAnonymous ? undefined : AUTH_GATES[body.error]
  if (authGate) {
    await waitUntilCleared(authGate)
    return fetchAccepted(url, request)
  }
  if (body.error === 'access_denied' && !request.isAnonymous) {
    window.location.assign('/admin?denied=1')
  }
  if (body.error === 'other_account') {
    reloadDashboard()
    // Never settles: the page is about to be reloaded for the account that is signed in now.
    return new Promise(() => undefined)
  }
  throw new ApiError(response.status, body)
}

/**
 * Reloads the staff area for the account that is signed in now, without anything of the former account: its tabs, cached
 * data and pending requests. Its drafts stay stored under its own id.
 */
export function reloadDashboard(): void {
  abortRequests()
  leaveWithoutAsking()
  window.location.assign('/admin')
}

async function send(
  url: string,
  { method = 'GET', json, key, file, isAnonymous, endsSession, signal, onProgress }: ApiRequest,
): Promise<Response> {
  const signals = [signal, isAnonymous || endsSession ? undefined : requests.signal].filter(
    (it) => it !== undefined,
  )
  const aborted = AbortSignal.any(signals)
  const sent = typeof json === 'function' ? json() : json
  const body = file ?? (sent === undefined ? null : JSON.stringify(sent))
  const sentMs = Date.now()
  const type = file ? file.type || 'application/octet-stream' : 'application/json'
  try {
    const headers = {
      ...(body === null ? {} : { 'Content-Type': type }),
      ...(actingAs === null || isAnonymous ? {} : { [ACTING_AS]: actingAs }),
      ...(key === undefined ? {} : { [IDEMPOTENCY_KEY]: key }),
    }
    const init = { method, body, headers, signal: aborted }
    const response = onProgress
      ? await sendWithProgress(url, init, onProgress)
      : await fetch(url, { ...init, credentials: 'same-origin' })
    // A reverse proxy responds so while the server is down.
    if (response.status === 502 || response.status === 503 || response.status === 504)
      throw new NetworkError('The server cannot be reached right now.')
    setConnectionStatus(true)
    readServerTime({ date: response.headers.get('Date'), sentMs, receivedMs: Date.now() })
    return response
  } catch (error) {
    if (aborted.aborted) throw error
    setConnectionStatus(false)
    throw error instanceof NetworkError ? error : new NetworkError('The connection was lost.')
  }
}

async function readErrorBody(response: Response): Promise<ErrorBody> {
  const unknown = { error: 'internal_error', title: 'Error', text: 'An unexpected error occurred.' }
  try {
    const body: Partial<ErrorBody> = await response.json()
    return { ...unknown, ...body }
  } catch {
    return response.status === 413 ? { ...unknown, text: 'This is too large to send at once.' } : unknown
  }
}

/** Whether a retry may succeed: no response, a server error or a rate limit. */
export const isRetryable = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status >= 500 || error.status === 429

/** Text of an error, for a toast. */
export const failureText = (error: unknown): string =>
  error instanceof Error ? error.message : 'An unexpected error occurred.'

export const fieldErrors = (error: unknown): Readonly<Record<string, string>> =>
  error instanceof ApiError ? (error.body.fields ?? {}) : {}

/** Error toast of a failed write. */
export const toastFailure = (title: string, error: unknown): void =>
  showToast({ tone: 'bad', title, text: failureText(error) })
