import { z } from 'zod'

const webhookFaults = z.strictObject({
  /** `lost` ones are kept back until they are asked for. */
  deliver: z.enum(['lost', 'once', 'twice', 'five-times']).default('once'),
  /** `reversed`: what happens within `delayMs` is told newest first. */
  order: z.enum(['in-order', 'reversed']).default('in-order'),
  delayMs: z.int().min(0).max(3_600_000).default(0),
})

/** What the provider is told to do badly. What is left out goes well. */
export const faultsSchema = z.strictObject({
  /**
   * `500` fails before anything is made, `hang` never answers and makes nothing, `refuse` says no, and `lost-answer` does
   * what it was asked and cuts the line.
   */
  api: z.enum(['500', 'hang', 'refuse', 'lost-answer']).nullable().default(null),
  /** How many requests it strikes, retries counted; null: each, until it is told otherwise. */
  count: z.int().min(1).nullable().default(null),
  /** The requests it strikes by how they begin, as in `POST /v1/refunds`. */
  only: z.string().default(''),
  webhooks: webhookFaults.prefault({}),
  /** How refunds begin their life. */
  refunds: z.enum(['succeeded', 'pending']).default('succeeded'),
  /** How long money that comes late is under way. */
  settleAfterMs: z.int().min(0).max(86_400_000).default(15_000),
})

export type Faults = z.infer<typeof faultsSchema>
export type FaultRequest = z.input<typeof faultsSchema>
export type FaultInjection = {
  readonly faults: Faults
  /** Sets what goes badly from now on; what is left out goes well again. */
  setFaults(asked: FaultRequest): void
  /** The fault that strikes this request, counted as having struck. */
  strike(request: string): Faults['api']
}

export function createFaultInjection(): FaultInjection {
  let faults = faultsSchema.parse({})
  return {
    get faults() {
      return faults
    },
    setFaults(asked) {
      faults = faultsSchema.parse(asked)
    },
    strike(request) {
      const { api, count, only } = faults
      if (!api || !request.startsWith(only)) return null
      if (count !== null) faults = { ...faults, count: count - 1, api: count > 1 ? api : null }
      return api
    },
  }
}
