import { readFileSync } from 'node:fs'
import { type RunningApp, startApp } from '../support/server.ts'
import { adapt } from './in-front.ts'
import { type RunningServer, startServer } from './servers.ts'

/* Reverse proxies in front of servers, as deploy/ and docs/operating.md describe them. */

type Place = { readonly directory: string; readonly port: number; readonly servers: readonly number[] }
type Config = (place: Place) => string

const caddy: Config = ({ port, servers }) => `{
	admin off
}
${adapt(readFileSync('deploy/Caddyfile', 'utf8'), {
  '{$SITE:localhost}': `http://127.0.0.1:${port}`,
  '{$APPS:app-1:3000 app-2:3000}': servers.map((it) => `127.0.0.1:${it}`).join(' '),
})}`

/** deploy/nginx.conf without TLS and with its cache off, so that each request reaches a server. */
const nginx: Config = ({ directory, port, servers }) => `
worker_processes 2;
events { worker_connections 4096; }
http {
access_log off;
${adapt(readFileSync('deploy/nginx.conf', 'utf8'), {
  'server 127.0.0.1:3000 max_fails=3 fail_timeout=2s;': servers
    .map((it) => `server 127.0.0.1:${it} max_fails=3 fail_timeout=2s;`)
    .join('\n    '),
  'listen 443 ssl http2;': `listen 127.0.0.1:${port};`,
  'listen 80;': `listen unix:${directory}/plain.sock;`,
  'ssl_certificate /etc/letsencrypt/live/example.com/fullchain.pem;': '',
  'ssl_certificate_key /etc/letsencrypt/live/example.com/privkey.pem;': '',
  '/var/cache/nginx/lounge': `${directory}/cache`,
  'proxy_cache lounge;': 'proxy_cache off;',
})}
}`

export const PROXIES = [
  { name: 'caddy', config: caddy },
  { name: 'nginx', config: nginx },
] as const

/** Starts a proxy on a port in front of servers, by the example file of deploy/. */
export const startProxy = (
  { name, config }: (typeof PROXIES)[number],
  port: number,
  servers: readonly number[],
): Promise<RunningServer> =>
  startServer(name, { port, config: (directory) => config({ directory, port, servers }) })

/** A server on a port, configured to run behind a proxy. */
export const startBehind = (port: number, env: Readonly<Record<string, string>>): Promise<RunningApp> =>
  startApp({ env: { PORT: String(port), TRUST_PROXY: 'true', LOG_LEVEL: 'info', ...env } })
