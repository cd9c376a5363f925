import { ConfigError } from '#platform/config/config.ts'
import { explainStart } from '#platform/config/explain-start-error.ts'
import { StartError } from '#platform/config/start-error.ts'

/** Runs what a process is for. A mistake that a person can mend is one line; a fault keeps its stack. */
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
