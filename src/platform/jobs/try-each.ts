/**
 * Runs each step of a job in turn, though others fail, and throws what failed once all are done: one error as it is, several as
 * an `AggregateError`. `isLast` tells of an error after which no further step is worth an attempt.
 */
export async function tryEach(
  steps: Iterable<() => Promise<unknown>>,
  isLast: (error: unknown) => boolean = () => false,
): Promise<void> {
  const errors: unknown[] = []
  for (const step of steps) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await step()
    } catch (error) {
      errors.push(error)
      if (isLast(error)) break
    }
  }
  if (errors.length === 1) throw errors[0]
  if (errors.length > 1) throw new AggregateError(errors, `${errors.length} steps failed`)
}
