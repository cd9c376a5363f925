import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { isFromProxy, type TrustProxy } from '#platform/network/client-address.ts'
import { isPublic } from '#platform/config/config.ts'
import { clientOf } from '../request-entry.ts'

type Settings = {
  readonly origin: string
  readonly trustProxy: TrustProxy
  /** `OPEN_TEST_PAGES`: opens the outbox and the test payments to every client. */
  readonly openTestPages: boolean
}

/** Headers that proxies add. A request with one of them is not local, unless a trusted proxy reports a local client. */
const PROXY_HEADERS = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-server',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
  'fastly-client-ip',
]

/**
 * Whether a request may open the outbox and the test payments: requests from this machine, or all with `OPEN_TEST_PAGES`.
 * A public origin is always closed: behind a proxy that adds no headers, every guest looks like a local request.
 */
export function mayUseTestPages(incoming: IncomingMessage, settings: Settings): boolean {
  if (settings.openTestPages) return true
  if (isPublic(settings.origin)) return false
  if (!isLoopback(incoming.socket.remoteAddress ?? '') || !isLoopbackHost(incoming.headers.host)) return false
  const { address, isReported } = clientOf(incoming, settings.trustProxy)
  return isFromProxy(incoming.socket.remoteAddress, settings.trustProxy)
    ? isReported && isLoopback(address)
    : PROXY_HEADERS.every((name) => incoming.headers[name] === undefined)
}

function isLoopback(address: string): boolean {
  const bare = address.replace(/^::ffff:/i, '')
  return bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'))
}

/** Rejects DNS rebinding: a foreign name in `Host` that resolves to this machine. */
const isLoopbackHost = (host: string | undefined): boolean =>
  host !== undefined && URL.canParse(`http://${host}`) && !isPublic(`http://${host}`)

const POLICY = "default-src 'none'; style-src 'unsafe-inline'"

/** Response to any other client. */
export function refuseTestPages({ origin }: Pick<Settings, 'origin'>): Response {
  const port = new URL(origin).port || '3000'
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Only on the server's own machine</title>
<style>body{font:1rem/1.6 system-ui;max-width:42rem;margin:3rem auto;padding:0 1rem;background:#120b08;color:#f3e9dc}code{color:#e2b866;overflow-wrap:anywhere}</style>
<h1>Only on the server's own machine</h1>
<p>The outbox and the test payments are for trying things out, so only the machine that the server runs on can open them.</p>
<p>To open them from here, either</p>
<ul><li>forward the port: <code>ssh -L ${port}:localhost:${port} user@server</code>, then open <code>http://localhost:${port}</code> on this machine, or</li>
<li>start the server with <code>OPEN_TEST_PAGES=true</code>. Everyone who can reach the server can then pay with test money and read every stored email.</li></ul></html>`
  return new Response(html, {
    status: 403,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': POLICY,
      'Cache-Control': 'no-store',
    },
  })
}
