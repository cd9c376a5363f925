import { type ChildProcess, fork } from 'node:child_process'

export type ChildTask = 'fill' | 'pictures'

/** Starts a child process for one task. It returns its memory when done and exits with its parent. */
export const startChild = (task: ChildTask): ChildProcess =>
  fork(process.argv[1] ?? '', [task], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
