import fc from 'fast-check'

/** The everyday number of runs of a property with a database; `npm run test:faults` sets more. */
export const PROPERTY_RUNS = Number(process.env['PROPERTY_RUNS'] ?? 12)

/**
 * Asserts a property in so many random runs. The message of a failure names its seed and path; PROPERTY_SEED runs the same
 * sequence again.
 */
export function checkProperty<T>(property: fc.IAsyncProperty<T>, runs = PROPERTY_RUNS): Promise<void> {
  const seed = process.env['PROPERTY_SEED']
  return fc.assert(property, { numRuns: runs, ...(seed === undefined ? {} : { seed: Number(seed) }) })
}
