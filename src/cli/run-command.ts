import { BackupError } from '#platform/backup/error.ts'
import { ConfigError } from '#platform/config/config.ts'
import { explainStart } from '#platform/config/explain-start-error.ts'
import { StartError } from '#platform/config/start-error.ts'

/** Runs a command and exits with its code. Expected errors print one line without a stack trace. */
export async function runTask(work: () => Promise<number | void>): Promise<void> {
  try {
    process.exitCode = (await work()) ?? 0
  } catch (error) {
    const explained = error instanceof BackupError ? error : explainStart(error)
    const isExpected = [BackupError, ConfigError, StartError].some((kind) => explained instanceof kind)
    const words =
      explained instanceof Error
        ? isExpected
          ? explained.message
          : (explained.stack ?? explained.message)
        : String(explained)
    process.stderr.write(`${words}\n`)
    process.exitCode = 1
  }
}
