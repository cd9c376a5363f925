import { leaveWithoutAsking } from '#ui/admin/unsaved.tsx'
import { showToast } from '#ui/toasts.ts'
import { ACTING_AS } from '../auth/acting-as.ts'
import { setConnectionStatus, type AuthGate, waitUntilCleared } from '../app/dashboard-state.ts'
import { sendWithProgress } from './send-with-progress.ts'

type ErrorBody = {
  readonly error: string
  readonly title: string
  readonly text: string
  readonly fields?: Readonly<Record<string, string>>
  /** The record as it is now, where somebody else changed it meanwhile. */
  // oxlint-disable-next-line typescript/no-explicit-any -- what kind of record it is, who asked knows
  readonly current?: any
}

/** The house said no, in words that can be shown. */
export class ApiError extends Error {
  override readonly name = 'HouseRefusal'
  readonly status: number
  readonly body: ErrorBody

  constructor(status: number, body: ErrorBody) {
    super(body.text)
    this.status = status
    this.body = body
  }

  /** Whether somebody else changed the record meanwhile; as it is now, it comes with the refusal. */
  get isVersionConflict(): boolean {
    return this.body.error === 'version_conflict'
  }
}

/** Nobody answered: the line is down, or the house is. */
class NetworkError extends Error {
  override readonly name = 'HouseAway'
}

type ApiRequest = {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly json?: unknown
  /** A file, sent as it is. */
  readonly file?: Blob
  /** Called with the share of the file that was sent, from 0 to 1. */
  readonly onProgress?: (share: number) => void
  readonly signal?: AbortSignal
  /** For what comes before signing in: a refusal is told to whoever asks, and no dialog is shown. */
  readonly isAnonymous?: boolean
}

const AUTH_GATES: Readonly<Record<string, AuthGate>> = {
  signed_out: 'signed_out',
  password_first: 'password',
  codes_first: 'codes',
}

let leaving = new AbortController()
let actingAs: string | null = null

/** Names the account this page is drawn for. The server refuses a request that arrives under another account's session. */
export function actAs(staffId: string): void {
  actingAs = staffId
}

/** Breaks off what is asked, and asks nothing more until told to go on: a session that ends answers nobody. */
export function abortRequests(): () => void {
  leaving.abort()
  return () => (leaving = new AbortController())
}

/**
 * Asks the house for something, or to change something. A session that ended meanwhile is taken up again by its owner
 * in a dialog, and the same is asked once more: whoever filled in a form loses nothing of it.
 */
export async function apiFetch<Answer>(path: string, asking: ApiRequest = {}): Promise<Answer> {
  const response = await send(path, asking)
  if (response.ok) {
    const answer: Answer = await response.json()
    return answer
  }
  const body = await readMessage(response)
  const authGate = asking.isAnonymous ? undefined : AUTH_GATES[body.error]
  if (authGate) {
    await waitUntilCleared(authGate)
    return apiFetch(path, asking)
  }
  if (body.error === 'access_denied' && !asking.isAnonymous) {
    window.location.assign('/admin?denied=1')
  }
  if (body.error === 'other_account') {
    reloadDashboard()
    // Neither done nor refused: the page is on its way to be drawn for the account that is signed in now.
    return new Promise(() => undefined)
  }
  throw new ApiError(response.status, body)
}

/**
 * Loads the staff area anew for the account that is signed in now. Everything of the former one goes with the page: its
 * name, tabs, cached answers and requests on their way. Its drafts wait under its own id.
 */
export function reloadDashboard(): void {
  abortRequests()
  leaveWithoutAsking()
  window.location.assign('/admin')
}

async function send(
  path: string,
  { method = 'GET', json, file, isAnonymous, signal, onProgress }: ApiRequest,
): Promise<Response> {
  const given = [signal, isAnonymous ? undefined : leaving.signal].filter((it) => it !== undefined)
  const brokenOff = AbortSignal.any(given)
  const body = file ?? (json === undefined ? null : JSON.stringify(json))
  const type = file ? file.type || 'application/octet-stream' : 'application/json'
  try {
    const headers = {
      ...(body === null ? {} : { 'Content-Type': type }),
      ...(actingAs === null || isAnonymous ? {} : { [ACTING_AS]: actingAs }),
    }
    const request = { method, body, headers, signal: brokenOff }
    const response = onProgress
      ? await sendWithProgress(path, request, onProgress)
      : await fetch(path, { ...request, credentials: 'same-origin' })
    // A proxy in front answers for a house that does not.
    if (response.status === 502 || response.status === 503 || response.status === 504)
      throw new NetworkError('The house cannot be reached at the moment.')
    setConnectionStatus(true)
    return response
  } catch (error) {
    if (brokenOff.aborted) throw error
    setConnectionStatus(false)
    throw error instanceof NetworkError ? error : new NetworkError('The connection was lost.')
  }
}

async function readMessage(response: Response): Promise<ErrorBody> {
  const fault = { error: 'internal_error', title: 'Error', text: 'An unexpected error occurred.' }
  try {
    const body: Partial<ErrorBody> = await response.json()
    return { ...fault, ...body }
  } catch {
    return response.status === 413 ? { ...fault, text: 'That is more than can be sent at once.' } : fault
  }
}

/** Whether the same may succeed when it is tried again: nobody answered, or the server failed. */
export const isRetryable = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status >= 500 || error.status === 429

/** The words of a failure, for the toast that tells it. */
export const failureText = (error: unknown): string =>
  error instanceof Error ? error.message : 'An unexpected error occurred.'

export const fieldErrors = (error: unknown): Readonly<Record<string, string>> =>
  error instanceof ApiError ? (error.body.fields ?? {}) : {}

/** Tells of a write that failed: what was tried, and what the house said. */
export const toastFailure = (title: string, error: unknown): void =>
  showToast({ tone: 'bad', title, text: failureText(error) })
