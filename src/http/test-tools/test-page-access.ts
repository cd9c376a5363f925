import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { isFromProxy, type TrustProxy } from '#platform/network/client-address.ts'
import { isPublic } from '#platform/config/config.ts'
import { clientOf } from '../request-entry.ts'

type Settings = {
  readonly origin: string
  readonly trustProxy: TrustProxy
  /** Whether the settings open the outbox and the test payments to everybody. */
  readonly openTestPages: boolean
}

/** Headers that proxies add. A request that has one came from somewhere else, unless the proxy is trusted and says not. */
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
 * Whether a request may see the outbox and the test payments: those of this machine itself, and with `OPEN_TEST_PAGES` all.
 * On a public address nobody may: a proxy there may say nothing of itself and make every guest a request of this machine.
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

/** Another name in `Host` is a site whose name was made to point at this machine, read by its own page (DNS rebinding). */
const isLoopbackHost = (host: string | undefined): boolean =>
  host !== undefined && URL.canParse(`http://${host}`) && !isPublic(`http://${host}`)

const POLICY = "default-src 'none'; style-src 'unsafe-inline'"

/** The answer to anybody else. */
export function refuseTestPages({ origin }: Pick<Settings, 'origin'>): Response {
  const port = new URL(origin).port || '3000'
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Only on the server's own machine</title>
<style>body{font:1rem/1.6 system-ui;max-width:42rem;margin:3rem auto;padding:0 1rem;background:#120b08;color:#f3e9dc}code{color:#e2b866;overflow-wrap:anywhere}</style>
<h1>Only on the server's own machine</h1>
<p>The outbox and the test payments are for trying things out, so they answer the machine that the server runs on and nobody else.</p>
<p>To open them from here, either</p>
<ul><li>forward the port: <code>ssh -L ${port}:localhost:${port} user@server</code>, then open <code>http://localhost:${port}</code> on this machine, or</li>
<li>start the server with <code>OPEN_TEST_PAGES=true</code>. Everybody who reaches it can then pay with test money and read every email it keeps.</li></ul></html>`
  return new Response(html, {
    status: 403,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': POLICY,
      'Cache-Control': 'no-store',
    },
  })
}
