import { ConfigError } from '#platform/config/config.ts'
import { explainStart } from '#platform/config/explain-start-error.ts'
import { StartError } from '#platform/config/start-error.ts'

/**
 * Runs the entry point of a process. A mistake in the settings prints one line; any other error keeps its stack trace.
 */
export async function explain(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const explained = explainStart(error)
    if (!(explained instanceof StartError) && !(explained instanceof ConfigError)) throw error
    if (explained.message) process.stderr.write(`${explained.message}\n`)
    process.exit(1)
  }
}
