/** Invalid SMTP_URL. The message contains neither user nor password. */
export class SmtpUrlError extends Error {
  override readonly name = 'SmtpUrlError'
}

export type SmtpServer = {
  readonly host: string
  readonly port: number
  readonly secure: boolean
  readonly requireTLS: boolean
  readonly auth?: { readonly user: string; readonly pass: string }
  readonly tls?: { readonly rejectUnauthorized: boolean }
}

const SMTP_FLAGS = ['requireTLS', 'tls.rejectUnauthorized']
const FORM = 'must look like smtp://user:password@mail.example.com:587 or smtps://…:465'

/**
 * Parses `smtp://user:password@host:587` or `smtps://…`. Credentials require TLS unless the URL says
 * `?requireTLS=false`. Other parameters are rejected, because some of nodemailer's would log the SMTP session.
 */
export function readSmtpUrl(text: string): SmtpServer {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || !url.hostname) throw new SmtpUrlError(FORM)
  if (!['', '/'].includes(url.pathname) || url.hash) throw new SmtpUrlError(`${FORM}, without a path`)
  if (url.password && !url.username) throw new SmtpUrlError('has a password and no user')
  const flags = readFlags(url)
  const secure = url.protocol === 'smtps:'
  const signsIn = url.username !== ''
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port ? Number(url.port) : secure ? 465 : 587,
    secure,
    requireTLS: flags.get('requireTLS') ?? (signsIn && !secure),
    ...(signsIn ? { auth: { user: decode(url.username), pass: decode(url.password) } } : {}),
    ...(flags.get('tls.rejectUnauthorized') === false ? { tls: { rejectUnauthorized: false } } : {}),
  }
}

function readFlags({ searchParams }: URL): Map<string, boolean> {
  const unknown = [...searchParams.keys()].filter((key) => !SMTP_FLAGS.includes(key))
  if (unknown.length > 0)
    throw new SmtpUrlError(`has unknown options (${unknown.join(', ')}); known: ${SMTP_FLAGS.join(', ')}`)
  for (const [key, value] of searchParams)
    if (value !== 'true' && value !== 'false') throw new SmtpUrlError(`option ${key} must be true or false`)
  return new Map([...searchParams].map(([key, value]) => [key, value === 'true']))
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new SmtpUrlError('user and password must be percent-encoded: % as %25, @ as %40, / as %2F')
  }
}
