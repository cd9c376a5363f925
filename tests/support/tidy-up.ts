/**
 * Servers, databases and other things that a test file leaves behind. Modules are loaded once for all files of a worker, so a hook
 * registered while one loads would belong to the first file only, and one inside another hook would never run: `tidy-up-hook.ts`
 * runs after every file.
 */
const leftBehind: (() => unknown)[] = []

/** Runs an act once the test file is done. */
export const whenDone = (act: () => unknown): void => void leftBehind.push(act)

/** Closes what the file left behind, the latest first: a server before its database. */
export async function tidyUp(): Promise<void> {
  const acts = leftBehind.splice(0).toReversed()
  const failures: unknown[] = []
  for (const act of acts)
    try {
      // oxlint-disable-next-line no-await-in-loop -- a server goes before its database
      await act()
    } catch (error) {
      failures.push(error)
    }
  if (failures.length > 0) throw new AggregateError(failures, 'not everything could be closed')
}
