import type { FirstOwner } from '../../db/seed/fill.ts'
import type { TestPages } from '#platform/config/config.ts'

export type StartupBanner = {
  readonly origin: string
  readonly databaseKind: string
  readonly paymentsKind: string
  readonly mailKind: 'smtp' | 'local'
  readonly testPages: TestPages | null
  readonly firstOwner: FirstOwner | null
  /** Warnings about settings that are probably a mistake. */
  readonly warnings: readonly string[]
  /** Number of worker processes. */
  readonly processes: number
}

const TEST_PAGES: Record<TestPages, string> = {
  machine: 'outbox and test payments answer this machine only; OPEN_TEST_PAGES=true opens them to others',
  nobody: 'closed on a public address; OPEN_TEST_PAGES=true opens outbox and test payments to everybody',
  everybody: 'outbox and test payments are open to everybody (OPEN_TEST_PAGES)',
}

/** Prints the address and the services in use after a start. */
export function printStartupBanner({
  origin,
  databaseKind,
  paymentsKind,
  mailKind,
  testPages,
  firstOwner,
  warnings,
  processes,
}: StartupBanner): void {
  const lines = [
    `Open on      ${origin}`,
    `Process      ${process.pid} (kill -TERM stops it, kill -USR2 replaces what serves)`,
    ...(processes === 1 ? [] : [`Processes    ${processes}`]),
    `Database     ${databaseKind}`,
    `Payments     ${paymentsKind}`,
    `Mail         ${mailKind === 'smtp' ? 'SMTP' : `local, nothing is sent; ${testPages === 'nobody' ? 'kept as files' : `to be read at ${origin}/outbox`}`}`,
    ...(testPages === null ? [] : [`Test pages   ${TEST_PAGES[testPages]}`]),
  ]
  lines.push(...warnings.map((warning) => `Warning      ${warning}`))
  if (firstOwner) {
    lines.push(
      '',
      `Owner        ${firstOwner.email}`,
      `Password     ${firstOwner.password}   (temporary: to be changed at the first sign-in)`,
    )
  }
  process.stdout.write(`\n${lines.map((line) => `  ${line}`).join('\n')}\n\n`)
}
