import type { FirstOwner } from '../db/seed/fill.ts'
import { isPublic } from '#platform/config.ts'

export type Greeting = {
  readonly origin: string
  readonly databaseKind: string
  readonly paymentsKind: string
  readonly mailKind: 'smtp' | 'local'
  readonly firstOwner: FirstOwner | null
  /** How many processes serve, where there are several. */
  readonly processes?: number
}

/** Tells whoever started the server where it is and what it stands on. */
export function greet({
  origin,
  databaseKind,
  paymentsKind,
  mailKind,
  firstOwner,
  processes,
}: Greeting): void {
  const lines = [
    `Open on      ${origin}`,
    ...(processes === undefined ? [] : [`Processes    ${processes}`]),
    `Database     ${databaseKind}`,
    `Payments     ${paymentsKind}`,
    `Mail         ${mailKind === 'smtp' ? 'SMTP' : `local, nothing is sent; ${isPublic(origin) ? 'kept as files' : `to be read at ${origin}/outbox`}`}`,
  ]
  if (firstOwner) {
    lines.push(
      '',
      `Owner        ${firstOwner.email}`,
      `Password     ${firstOwner.password}   (temporary: to be changed at the first sign-in)`,
    )
  }
  process.stdout.write(`\n${lines.map((line) => `  ${line}`).join('\n')}\n\n`)
}
