import type { Task } from '#platform/jobs/job-worker.ts'
import { FORMER_NAMES } from './former-names.ts'
import type { JobDeps, Run } from './job-deps.ts'
import { messageTasks } from './message-tasks.ts'
import { nightlyTasks } from './nightly-tasks.ts'
import { paymentTasks } from './payment-tasks.ts'
import { tableTasks } from './table-tasks.ts'

/** Maps each job name to its handler. */
export function createTasks({ clock, ...context }: JobDeps): Record<string, Task> {
  const run: Run = () => ({ ...context, now: clock() })
  const tasks = { ...tableTasks(run), ...paymentTasks(run), ...messageTasks(run), ...nightlyTasks(run) }
  const former = Object.entries(FORMER_NAMES).map(([name, current]) => [name, tasks[current]] as const)
  return { ...tasks, ...Object.fromEntries(former) }
}
