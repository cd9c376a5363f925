import type { ActOutcome } from '#features/reservation-management/arrivals/schema.ts'
import type { FoundReservation, Snapshot } from '#features/reservation-management/check-in/schema.ts'
import { deviceKind } from '#features/reservation-management/check-in/devices/rules.ts'
import { ACTING_AS } from '../../auth/acting-as.ts'
import type { AnswerOf } from '../../data/api-types.ts'
import { deviceId, ownDevice } from '../../data/device-id.ts'
import { routeOf, type SendActs } from './act-queue.ts'

/** Longest wait for an answer: a weak signal must not block the next attempt for minutes. */
const TIMEOUT_MS = 20_000
/** Longest wait while a guest stands there: then the device decides by what it has. */
const LOOKUP_MS = 6000

/** A refusal by the server; any other error means that it could not be reached. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, text: string) {
    super(text)
    this.status = status
    this.code = code
  }
}

/**
 * Text of a refusal that another attempt does not change: the request is not valid, or belongs to a record that no longer exists. Null
 * for all others.
 */
export const refusalOf = (error: unknown): string | null =>
  error instanceof Refusal &&
  (error.status === 400 || error.status === 422 || (error.status === 409 && error.code === 'not_found'))
    ? error.message
    : null

async function call<Answer>(
  path: string,
  init: {
    readonly method?: string
    readonly json?: unknown
    readonly staffId?: string
    readonly timeoutMs?: number
  } = {},
): Promise<Answer> {
  const response = await fetch(path, {
    method: init.method ?? 'GET',
    credentials: 'same-origin',
    cache: 'no-store',
    signal: AbortSignal.timeout(init.timeoutMs ?? TIMEOUT_MS),
    headers: {
      ...(init.json === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(init.staffId === undefined ? {} : { [ACTING_AS]: init.staffId }),
    },
    ...(init.json === undefined ? {} : { body: JSON.stringify(init.json) }),
  })
  const body: unknown = await response.json()
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the route's definition is the type of its response
  if (response.ok) return body as Answer
  throw new Refusal(response.status, textIn(body, 'error'), textIn(body, 'text'))
}

const textIn = (body: unknown, name: string): string => {
  const text: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : ''
  return typeof text === 'string' ? text : ''
}

/**
 * Tonight; only what changed since an earlier answer, where there is one. The number of unsent acts tells a manager at
 * close-out which device is waited for.
 */
export const fetchSnapshot = (since: string | null, unsent: number): Promise<Snapshot> =>
  call(
    `/admin/api/check-in/snapshot?${new URLSearchParams({
      ...(since === null ? {} : { since }),
      device: deviceId(),
      unsent: String(unsent),
    })}`,
  )

export const sendActs =
  (staffId: string): SendActs =>
  async (sentAt, acts) => {
    const [first] = acts
    if (!first) return []
    const route = routeOf(first)
    const { item } = await call<AnswerOf<'POST', '/admin/api/arrivals'>>(`/admin/api/${route}`, {
      method: 'POST',
      json: {
        sentAt,
        ...(route === 'arrivals' ? ownDevice() : { deviceName: deviceKind(navigator.userAgent) }),
        ...(route === 'head-counts' ? { counts: acts } : { acts }),
      },
      staffId,
    })
    return item satisfies readonly ActOutcome[]
  }

export const lookUp = async (text: string): Promise<FoundReservation | null> => {
  const { found } = await call<{ found: FoundReservation | null }>('/admin/api/check-in/lookup', {
    method: 'POST',
    json: { text },
    timeoutMs: LOOKUP_MS,
  })
  return found
}

export const endSession = (): Promise<unknown> => call('/admin/api/session', { method: 'DELETE' })
