/** Settings that messages mask completely. */
const SECRETS = new Set([
  'DATABASE_PASSWORD',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'TWILIO_AUTH_TOKEN',
  'APPLE_PASS_KEY',
  'APPLE_PASS_KEY_PASSPHRASE',
  'GOOGLE_WALLET_KEY',
  'S3_SECRET_ACCESS_KEY',
  'BACKUP_S3_SECRET_ACCESS_KEY',
])
/** URLs that contain a password. */
const URLS_WITH_PASSWORD = new Set([
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_REPLICA_URL',
  'SMTP_URL',
])

const LONGEST_SHOWN = 80
const KIND_OF_KEY = /^(?:[psr]k_(?:test|live)_|whsec_|we_)/

/** Formats a setting for a message: secrets masked, control characters escaped, long values cut. */
export function showValue(name: string, value: string): string {
  const shown = SECRETS.has(name) ? maskKey(value) : URLS_WITH_PASSWORD.has(name) ? maskUrl(value) : value
  const [quoted] = [JSON.stringify(shown).slice(1, -1)]
  return quoted.length > LONGEST_SHOWN ? `${quoted.slice(0, LONGEST_SHOWN)}…` : quoted
}

const maskKey = (value: string): string =>
  `${KIND_OF_KEY.exec(value)?.[0] ?? ''}… (${value.length} characters)`

/** Shows scheme, host and path. A malformed URL is masked completely, since any part could be the password. */
function maskUrl(value: string): string {
  const [, scheme = '', login, rest = ''] =
    /^([a-z][a-z\d+.-]*:\/\/)(?:([^@/?#\s]*)@)?([^@]*)$/i.exec(value) ?? []
  if (!scheme) return '…'
  const shown = rest.replaceAll(/([?&]password=)[^&#]*/g, '$1***')
  return `${scheme}${login === undefined ? '' : `${login.split(':', 1)[0]}${login.includes(':') ? ':***' : ''}@`}${shown}`
}

/** Certificates and keys have several lines. */
export const isPem = (value: string): boolean => /-----BEGIN [A-Z ]+-----/.test(value)

/** Finds syntax left over from files and shells, such as quotation marks, in a trimmed value. */
export function findStray(value: string): string | null {
  if (isPem(value)) return null
  if (/[\p{Cc}\u2028\u2029]/u.test(value)) return 'must be on one line, without control characters'
  if (/^(["'`]).*\1$/.test(value)) return 'must be without the quotation marks around it'
  if (/^\$\{?\w+\}?$/.test(value)) return 'must be the value itself: variables are not replaced here'
  return null
}
