import cluster from 'node:cluster'
import { explain } from './start.ts'

/**
 * Entry point of all processes. The primary supervises, a worker serves requests, and a child runs one task. Modules
 * are loaded per role to keep the long-lived primary small.
 */
export const run = (): Promise<void> =>
  explain(async () => {
    const task = process.argv[2]
    if (task !== undefined) {
      const { runChildTask } = await import('./child-task.ts')
      await runChildTask(task)
    } else if (cluster.isPrimary) {
      const { runPrimary } = await import('./primary.ts')
      await runPrimary()
    } else {
      const { runWorker } = await import('./worker.ts')
      await runWorker()
    }
  })
