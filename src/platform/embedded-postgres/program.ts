import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import path from 'node:path'
import { EmbeddedPostgresError, errnoOf, ownServerAdvice } from './error.ts'
import type { ServerUser } from './server-user.ts'

/** A clean environment: LANG, PGDATA and others would change the programs' behavior or messages. */
export const cleanEnvironment = (): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  LC_ALL: 'C',
  TZ: 'UTC',
})

/** Explains why the operating system could not run a program. */
function explainSpawnError(error: unknown, program: string): EmbeddedPostgresError {
  const name = path.basename(program)
  const reasons: Record<string, string> = {
    // The file exists but its loader does not, as on Alpine with musl.
    ENOENT: `this system has no glibc to run ${name} with (Alpine?)`,
    EACCES: `${program} may not be executed here (a noexec mount?)`,
    EPERM: `root may not become another user here to run ${name}`,
  }
  const reason = reasons[errnoOf(error) ?? ''] ?? `${program} does not run (${String(error)})`
  return new EmbeddedPostgresError(
    'unsupported_platform',
    `The embedded PostgreSQL cannot run, ${reason}: ${ownServerAdvice}`,
    error,
  )
}

/** Starts a program. Node reports some spawn errors by an event and throws others, such as a refused change of user. */
export function startProgram(
  command: readonly string[],
  options: SpawnOptions,
  onFailure: (error: EmbeddedPostgresError) => void,
): ChildProcess {
  const [program = '', ...args] = command
  try {
    const child = spawn(program, args, options)
    child.on('error', (error) => onFailure(explainSpawnError(error, program)))
    return child
  } catch (error) {
    throw explainSpawnError(error, program)
  }
}

type Run = { cwd: string; user: ServerUser | undefined; stdin: number }

/** Runs a program to completion. */
export function runProgram(command: readonly string[], { cwd, user, stdin }: Run) {
  return new Promise<{ exitCode: number | null; output: string }>((resolve, reject) => {
    let output = ''
    const options: SpawnOptions = { cwd, env: cleanEnvironment(), ...user, stdio: [stdin, 'pipe', 'pipe'] }
    const child = startProgram(command, options, reject)
    const collect = (chunk: Buffer) => (output += chunk.toString())
    child.stdout?.on('data', collect)
    child.stderr?.on('data', collect)
    child.on('close', (exitCode) => resolve({ exitCode, output }))
  })
}
