import { z } from 'zod'

const webhookFaults = z.strictObject({
  /** `lost` events are held back until `deliver` is called. */
  deliver: z.enum(['lost', 'once', 'twice', 'five-times']).default('once'),
  /** `reversed`: events within `delayMs` are sent newest first. */
  order: z.enum(['in-order', 'reversed']).default('in-order'),
  delayMs: z.int().min(0).max(3_600_000).default(0),
})

/** Fault injection. Omitted fields mean no fault. */
export const faultsSchema = z.strictObject({
  /**
   * `500` fails before anything is changed, `hang` never responds and changes nothing, `refuse` is a card error, and
   * `lost-answer` executes the request and drops the connection.
   */
  api: z.enum(['500', 'hang', 'refuse', 'lost-answer']).nullable().default(null),
  /** Number of requests to fail, including retries; null: all until it is reset. */
  count: z.int().min(1).nullable().default(null),
  /** Fails only requests that start with this text, such as `POST /v1/refunds`. */
  only: z.string().default(''),
  webhooks: webhookFaults.prefault({}),
  /** Initial status of refunds. */
  refunds: z.enum(['succeeded', 'pending']).default('succeeded'),
  /** Delay of asynchronous payments. */
  settleAfterMs: z.int().min(0).max(86_400_000).default(15_000),
})

export type Faults = z.infer<typeof faultsSchema>
export type FaultRequest = z.input<typeof faultsSchema>
export type FaultInjection = {
  readonly faults: Faults
  /** Replaces all injected faults; omitted fields are reset. */
  setFaults(params: FaultRequest): void
  /** Returns the fault for a request and counts it. */
  nextFault(request: string): Faults['api']
}

export function createFaultInjection(): FaultInjection {
  let faults = faultsSchema.parse({})
  return {
    get faults() {
      return faults
    },
    setFaults(params) {
      faults = faultsSchema.parse(params)
    },
    nextFault(request) {
      const { api, count, only } = faults
      if (!api || !request.startsWith(only)) return null
      if (count !== null) faults = { ...faults, count: count - 1, api: count > 1 ? api : null }
      return api
    },
  }
}
