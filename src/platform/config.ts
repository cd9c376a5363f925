import { resolve } from 'node:path'
import { z } from 'zod'

const flag = z.enum(['true', 'false', '1', '0', '']).transform((text) => text === 'true' || text === '1')

const settings = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('production'),
  PORT: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(0, 'must be 0 or more')
    .max(65_535, 'must be 65535 or less')
    .default(3000),
  HOST: z.string().min(1).default('0.0.0.0'),
  ORIGIN: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://example.com' })
    .transform((text) => new URL(text).origin)
    .optional(),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must look like postgres://user:password@host:5432/name' })
    .optional(),
  DATABASE_POOL: z.coerce.number('must be a number').int().min(1).max(200).default(10),
  DATA_DIR: z.string().min(1).default('./data'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  TRUST_PROXY: flag.default(false),
})

export type Config = {
  readonly mode: 'development' | 'test' | 'production'
  readonly port: number
  readonly host: string
  /** Where guests reach the site, without a trailing slash. */
  readonly origin: string
  /** Null: the server runs a PostgreSQL of its own under `dataDir`. */
  readonly databaseUrl: string | null
  readonly databasePool: number
  readonly dataDir: string
  readonly logLevel: z.infer<typeof settings>['LOG_LEVEL']
  /** Whether X-Forwarded-* headers come from a proxy of ours and may be believed. */
  readonly trustProxy: boolean
}

/** A setting nobody can run with. The message lists each mistake on a line of its own. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Reads the settings; an empty value counts as unset, so that a copied .env.example works. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = settings.safeParse(given)
  if (!parsed.success) {
    const mistakes = parsed.error.issues.map((issue) => {
      const key = issue.path.join('.')
      return `  ${key}=${given[key] ?? ''}: ${issue.message}`
    })
    throw new ConfigError(`These settings cannot be used (see .env.example):\n${mistakes.join('\n')}`)
  }
  const it = parsed.data
  return {
    mode: it.NODE_ENV,
    port: it.PORT,
    host: it.HOST,
    origin: it.ORIGIN ?? `http://localhost:${it.PORT}`,
    databaseUrl: it.DATABASE_URL ?? null,
    databasePool: it.DATABASE_POOL,
    dataDir: resolve(it.DATA_DIR),
    logLevel: it.LOG_LEVEL,
    trustProxy: it.TRUST_PROXY,
  }
}
