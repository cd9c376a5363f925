import { readFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { request } from 'node:https'
import { freePort } from '../../scripts/free-port.ts'
import { type RunningServer, runTool, startServer } from './servers.ts'

/* The example files of deploy/, started with other ports, names and paths only. */

/** Replaces a value that an operator would change; fails where the example lacks it. */
export function adapt(text: string, changes: Readonly<Record<string, string>>): string {
  return Object.entries(changes).reduce((adapted, [before, after]) => {
    if (!adapted.includes(before)) throw new Error(`the example file does not contain "${before}"`)
    return adapted.replaceAll(before, after)
  }, text)
}

const port = (origin: string | number): number =>
  typeof origin === 'number' ? origin : Number(new URL(origin).port)

/** nginx with TLS and a cache by deploy/nginx.conf, in front of a server at this port or origin. */
export async function startNginx(before: string | number): Promise<RunningServer> {
  const [tls, plain] = [await freePort(), await freePort()]
  return startServer('nginx', {
    port: tls,
    config(directory) {
      const [key, certificate] = [`${directory}/key.pem`, `${directory}/certificate.pem`]
      const made = runTool('openssl', [
        ...'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=example.com'.split(
          ' ',
        ),
        '-keyout',
        key,
        '-out',
        certificate,
      ])
      if (made.status !== 0) throw new Error(made.stderr)
      const example = adapt(readFileSync('deploy/nginx.conf', 'utf8'), {
        'listen 443 ssl': `listen 127.0.0.1:${tls} ssl`,
        'listen 80': `listen 127.0.0.1:${plain}`,
        'server 127.0.0.1:3000': `server 127.0.0.1:${port(before)}`,
        '/var/cache/nginx/lounge': `${directory}/cache`,
        '/etc/letsencrypt/live/example.com/fullchain.pem': certificate,
        '/etc/letsencrypt/live/example.com/privkey.pem': key,
      })
      return `events {}\nhttp {\naccess_log off;\n${example}\n}\n`
    },
  })
}

/** Caddy by deploy/Caddyfile, without TLS, in front of this server. It trusts proxies on loopback. */
export async function startCaddy(before: string): Promise<RunningServer> {
  const own = await freePort()
  const example = readFileSync('deploy/Caddyfile', 'utf8')
  return startServer('caddy', {
    port: own,
    config: `{\n\tadmin off\n\tauto_https off\n}\n${adapt(example, {
      '{$SITE:localhost}': `http://:${own}`,
      '{$APPS:app-1:3000 app-2:3000}': `127.0.0.1:${port(before)}`,
      '{$CDN:127.0.0.1/32}': '127.0.0.1/32',
    })}`,
  })
}

export type Answer = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  readonly text: string
  /** nginx's cache status: HIT, MISS, EXPIRED, REVALIDATED. */
  readonly cache: string
}
type Ask = {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** The source address of the request. */
  readonly from?: string
}

/** Sends a request to nginx over TLS. */
export const askNginx = (
  { port: at }: Pick<RunningServer, 'port'>,
  path: string,
  { method = 'GET', headers = {}, body, from = '127.0.0.1' }: Ask = {},
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const asked = request(
      {
        host: '127.0.0.1',
        port: at,
        localAddress: from,
        path,
        method,
        headers: { Host: 'example.com', ...headers },
        rejectUnauthorized: false,
        agent: false,
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const bytes = Buffer.concat(chunks)
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: bytes,
            text: bytes.toString('utf8'),
            cache: String(response.headers['x-cache-status']),
          })
        })
      },
    )
    asked.on('error', reject)
    asked.end(body)
  })
