import { currentName, OLD_NAMES } from './renamed.ts'

/** Names that other programs use for one of our settings, with a hint for each. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  DB_URL: 'DATABASE_URL',
  POSTGRES_URL: 'DATABASE_URL',
  POSTGRESQL_URL: 'DATABASE_URL',
  PG_URL: 'DATABASE_URL',
  BASE_URL: 'ORIGIN',
  SITE_URL: 'ORIGIN',
  PUBLIC_URL: 'ORIGIN',
  APP_URL: 'ORIGIN',
  MAIL_URL: 'SMTP_URL',
  EMAIL_FROM: 'MAIL_FROM',
  SMTP_FROM: 'MAIL_FROM',
  STRIPE_KEY: 'STRIPE_SECRET_KEY',
  STRIPE_API_KEY: 'STRIPE_SECRET_KEY',
  WORKERS: 'WEB_CONCURRENCY',
  SERVERS: 'WEB_CONCURRENCY',
  TRUSTED_PROXIES: 'TRUST_PROXY',
  TWILIO_SID: 'TWILIO_ACCOUNT_SID',
  TWILIO_TOKEN: 'TWILIO_AUTH_TOKEN',
  TWILIO_PHONE_NUMBER: 'TWILIO_FROM',
  LOG: 'LOG_LEVEL',
}

const OUR_PREFIXES =
  /^(APPLE_PASS|APPLE_PUSH|APPLE_TEAM|APPLE_WWDR|BACKUP|DATABASE|DB|DATA|GOOGLE_WALLET|LOG|MAIL|METRICS|PAYMENTS?|PICTURES|PREGENERATE|S3|SMTP|STRIPE|TEST_PAYMENTS|TWILIO)_/
// Kubernetes adds such variables for every service of a namespace.
const SERVICE_LINKS = /_SERVICE_(HOST|PORT)|_PORT(_\d+_(TCP|UDP).*)?$/

/** `NAME_FILE` contains the path of a file with the value. */
const FILE_SUFFIX = /_FILE$/

/** Warnings for environment variables that look like misspelled settings. */
export function findUnknown(
  env: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): string[] {
  return Object.keys(env)
    .filter((name) => !known.includes(currentName(name.replace(FILE_SUFFIX, ''))))
    .flatMap((name) => {
      const meant = closest(name, known)
      if (meant) return [`${name} is no setting of this server and has no effect: is ${meant} meant?`]
      const isLike = OUR_PREFIXES.test(name) && !SERVICE_LINKS.test(name)
      return isLike ? [`${name} is no setting of this server and has no effect: see .env.example`] : []
    })
}

function closest(name: string, known: readonly string[]): string | null {
  const plain = name.trim().toUpperCase().replaceAll(/[\s-]/g, '_')
  const named = plain.replace(FILE_SUFFIX, '')
  // LOG_FILE and the like belong to other programs.
  if (named === plain || !named.includes('_')) return closestName(plain, known)
  const meant = closestName(named, known)
  return meant && `${meant}_FILE`
}

function closestName(plain: string, known: readonly string[]): string | null {
  const other = OTHER_NAMES[plain]
  if (other) return other
  // Names of very different length are skipped: comparing them all takes 30 ms at the start of each process.
  const distances = [...known, ...OLD_NAMES]
    .filter((it) => Math.abs(it.length - plain.length) <= reachOf(it))
    .map((it) => ({ it, distance: distanceOf(plain, it) }))
  const [best] = distances.toSorted((a, b) => a.distance - b.distance)
  return best && best.distance <= reachOf(best.it) ? currentName(best.it) : null
}

// HOST and HOME, or PORT and PATH, have an edit distance of two.
const reachOf = (name: string): number => (name.length < 6 ? 1 : 2)

/** Edit distance: insertions, deletions, replacements and swaps of neighbors. */
function distanceOf(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)]
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row[j] = Math.min(
        (rows[i - 1]?.[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (rows[i - 1]?.[j - 1] ?? 0) + same,
        isSwapped ? (rows[i - 2]?.[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    rows.push(row)
  }
  return rows.at(-1)?.at(-1) ?? 0
}
