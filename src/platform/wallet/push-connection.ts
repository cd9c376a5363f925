import { type ClientHttp2Session, connect, type SecureClientSessionOptions } from 'node:http2'
import type { AppleWalletSettings } from '../config/settings/wallet.ts'

type Options = {
  readonly settings: AppleWalletSettings
  readonly tls: SecureClientSessionOptions
  readonly deadlineMs: number
  /** Time after which an unused connection is closed. */
  readonly idleMs: number
}

/**
 * Shares one connection to the push service. It is opened on demand and closed after an idle timeout, because Apple
 * takes many short connections for an attack.
 */
export function keepConnection({ settings, tls, deadlineMs, idleMs }: Options) {
  let kept: Promise<ClientHttp2Session> | undefined
  let users = 0
  let idle: NodeJS.Timeout | undefined

  const obtain = (): Promise<ClientHttp2Session> => {
    if (kept) return kept
    const opening = open(settings, tls, deadlineMs)
    const forget = (): void => {
      if (kept === opening) kept = undefined
    }
    opening.then((session) => {
      session.once('goaway', forget)
      session.once('close', forget)
    }, forget)
    kept = opening
    return opening
  }

  const obtainOpen = async (): Promise<ClientHttp2Session> => {
    const session = await obtain()
    if (!session.closed && !session.destroyed) return session
    kept = undefined
    return obtain()
  }

  // Until it is closed, an unused connection does not keep the process running.
  const rest = (): void => {
    const unused = kept
    unused?.then((session) => session.unref(), ignore)
    idle = setTimeout(() => {
      kept = undefined
      unused?.then((session) => session.close(), ignore)
    }, idleMs).unref()
  }

  return async <T>(use: (session: ClientHttp2Session) => Promise<T>): Promise<T> => {
    clearTimeout(idle)
    users += 1
    try {
      const session = await obtainOpen()
      session.ref()
      return await use(session)
    } finally {
      users -= 1
      if (users === 0) rest()
    }
  }
}

/** A connection that could not be opened has been reported to those who asked for it. */
const ignore = (): void => undefined

function open(
  { pushUrl, certificate: cert, key, keyPassphrase }: AppleWalletSettings,
  tls: SecureClientSessionOptions,
  deadlineMs: number,
): Promise<ClientHttp2Session> {
  return new Promise((resolve, reject) => {
    const session = connect(pushUrl, {
      ...tls,
      cert,
      key,
      ...(keyPassphrase === null ? {} : { passphrase: keyPassphrase }),
    })
    const fail = (error: Error): void => {
      session.destroy()
      reject(new Error('the push service of Apple cannot be reached', { cause: error }))
    }
    session.setTimeout(deadlineMs, () => fail(new Error('timeout')))
    // Stays for the whole connection: an error that nothing listens to ends the process.
    session.on('error', fail)
    session.once('connect', () => {
      session.setTimeout(0)
      resolve(session)
    })
  })
}
