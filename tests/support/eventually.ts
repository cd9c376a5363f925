import { vi } from 'vitest'

/** Waits until the assertion holds. The time allows for a starved machine; speed is measured elsewhere. */
export const eventually = <Value>(check: () => Value | Promise<Value>): Promise<Value> =>
  vi.waitFor(check, { timeout: 60_000, interval: 5 })
