import { connect, type PeerCertificate } from 'node:tls'
import { type Config, isPublic } from '../config/config.ts'
import { fail, type CheckResult, reasonOf, warn, pass } from './check-result.ts'

const ANSWER_MS = 6000
const DAY_MS = 86_400_000
const SOON_DAYS = 14

/** Checks that the public URL leads to this server and that its certificate is valid for some time. */
export async function checkReachability({ origin }: Pick<Config, 'origin'>): Promise<CheckResult[]> {
  if (!isPublic(origin)) return []
  const [reached, certificate] = await Promise.all([
    checkOriginReachable(origin),
    origin.startsWith('https:') ? checkCertificate(new URL(origin)) : [],
  ])
  return [reached, ...certificate]
}

async function checkOriginReachable(origin: string): Promise<CheckResult> {
  try {
    const answered = await fetch(`${origin}/healthz`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    const text = (await answered.text()).trim()
    if (answered.status === 200 && text === 'ok')
      return pass('Reach', `${origin} leads to a server of this kind`)
    return warn('Reach', {
      message: `${origin}/healthz answers ${answered.status} and not as this server does`,
      advice:
        'Is the server running, and does the proxy pass requests of this name to it, without a redirect?',
    })
  } catch (error) {
    return warn('Reach', {
      message: `${origin} cannot be reached from this machine (${reasonOf(error)})`,
      advice:
        'Check DNS, the proxy and its firewall. Some networks do not let a machine reach its own public address.',
    })
  }
}

async function checkCertificate({ hostname, port }: URL): Promise<CheckResult[]> {
  const certificate = await readCertificate(hostname, Number(port || 443)).catch(() => null)
  if (!certificate) return []
  const days = Math.floor((Date.parse(certificate.valid_to) - Date.now()) / DAY_MS)
  return [checkExpiry(days, certificate.error)]
}

export function checkExpiry(days: number, error: string | null): CheckResult {
  const advice = 'Let the proxy renew it (Caddy does by itself; certbot by a timer), and look at its log.'
  if (error) return fail('Certificate', { message: `browsers refuse it (${error})`, advice })
  const message = `valid for ${days} days`
  return days < SOON_DAYS ? warn('Certificate', { message, advice }) : pass('Certificate', message)
}

type Read = Pick<PeerCertificate, 'valid_to'> & { readonly error: string | null }

const readCertificate = (host: string, port: number): Promise<Read> =>
  new Promise((resolve, reject) => {
    // Inspects the certificate even if it is invalid; nothing is sent.
    const socket = connect(
      { host, port, servername: host, rejectUnauthorized: false, timeout: ANSWER_MS },
      () => {
        const { valid_to } = socket.getPeerCertificate()
        const error = socket.authorizationError
        resolve({ valid_to, error: error ? reasonOf(error) : null })
        socket.destroy()
      },
    )
    socket.once('error', reject).once('timeout', () => socket.destroy(new Error('no answer')))
  })
