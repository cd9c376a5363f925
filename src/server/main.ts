import cluster from 'node:cluster'
import { explain } from './start.ts'

/**
 * Starts what this process is for: the primary supervises, a worker serves, and a child does one task and ends. Each loads
 * only what it needs: the primary stays small, since it runs as long as the service does.
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
