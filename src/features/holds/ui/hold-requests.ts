import { no, ok, type Result } from '#lib/result.ts'
import { isOffline, OFFLINE } from '#ui/toasts/offline.ts'
import type { HoldRequest, HoldState } from '../schema.ts'

/** JSON error response, with the title and text to show to the guest. */
export type ApiError = {
  readonly error: string
  readonly title: string
  readonly text: string
  readonly fields?: Readonly<Record<string, string>>
}

export type HeldTable = {
  readonly eventId: string
  readonly tableId: string
  readonly tableNumber: number
  readonly heldUntil: string
  readonly totalCents: number
  /** Signed token of this hold. A client that presents it may read, pay for and release the hold. */
  readonly token: string
}

/** State of a hold. `notifiedAt`: the server's time of the response, from its `Date` header. */
export type HoldStatus = {
  readonly state: HoldState
  /** The guest has paid, and the bank still works on it. */
  readonly isProcessing?: boolean
  readonly heldUntil: string
  /** The table of the reservation now: staff may have given the party another one meanwhile. */
  readonly tableNumber?: number
  readonly link: string | null
  readonly notifiedAt: number
}

const TIMEOUT_MS = 25_000

export const UNEXPECTED: ApiError = {
  error: 'unexpected',
  title: 'Error',
  text: 'An unexpected error occurred. Please try again.',
}

type ApiResponse<Body> = { readonly body: Body; readonly notifiedAt: number }

/** Sends a JSON request. A timeout and a response that is not JSON return `UNEXPECTED`, as a network error does. */
async function ask<Body>(path: string, init: RequestInit = {}): Promise<Result<ApiResponse<Body>, ApiError>> {
  try {
    const response = await fetch(path, {
      ...init,
      headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const said = await response.json()
    if (response.ok) {
      const body: Body = said
      return ok({ body, notifiedAt: Date.parse(response.headers.get('Date') ?? '') || Date.now() })
    }
    if (typeof said.error === 'string' && typeof said.text === 'string') return no(said)
    return no({ ...UNEXPECTED, error: response.status === 404 ? 'unknown_hold' : UNEXPECTED.error })
  } catch {
    return no(isOffline() ? { ...UNEXPECTED, ...OFFLINE } : UNEXPECTED)
  }
}

export async function requestHold(request: HoldRequest): Promise<Result<HeldTable, ApiError>> {
  const answer = await ask<{ hold: HeldTable }>('/holds', { method: 'POST', body: JSON.stringify(request) })
  return answer.ok ? ok(answer.value.body.hold) : answer
}

/** Opens the checkout of a hold and returns the URL of its payment page. */
export async function openPayment(token: string): Promise<Result<string, ApiError>> {
  const answer = await ask<{ url: string }>(`/holds/${token}/checkout`, { method: 'POST' })
  return answer.ok ? ok(answer.value.body.url) : answer
}

type Outcome = 'released' | 'confirmed' | 'paying'

export async function releaseTable(token: string): Promise<Result<Outcome, ApiError>> {
  const answer = await ask<{ outcome: Outcome }>(`/holds/${token}/release`, { method: 'POST' })
  return answer.ok ? ok(answer.value.body.outcome) : answer
}

/** Reads the state of a hold with the server's time, because the clock of the guest's device may be wrong. */
export async function readHold(token: string): Promise<Result<HoldStatus, ApiError>> {
  const answer = await ask<{ hold: Omit<HoldStatus, 'notifiedAt'> }>(`/holds/${token}`)
  return answer.ok ? ok({ ...answer.value.body.hold, notifiedAt: answer.value.notifiedAt }) : answer
}
