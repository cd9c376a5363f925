import { type ChildProcess, fork } from 'node:child_process'

export type ChildTask = 'fill' | 'pictures'

/** Starts a process for one task. It gives its memory back when it is done, and ends with this process. */
export const startChild = (task: ChildTask): ChildProcess =>
  fork(process.argv[1] ?? '', [task], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
