import { readFile } from 'node:fs/promises'
import { type RunningHouse, startHouse } from '../support/house.ts'
import { type RunningServer, startServer } from './servers.ts'

/* Proxies in front of servers, as deploy/ and docs/operating.md describe them. */

type Config = (port: number, servers: readonly number[]) => Promise<string>

async function caddy(port: number, servers: readonly number[]): Promise<string> {
  const example = await readFile('deploy/Caddyfile', 'utf8')
  return `{\n\tadmin off\n}\n${example
    .replace('{$SITE:localhost}', `http://127.0.0.1:${port}`)
    .replace(/\{\$APPS:[^}]+\}/, servers.map((it) => `127.0.0.1:${it}`).join(' '))}`
}

const nginx: Config = async (port, servers) => `
worker_processes 2;
events { worker_connections 4096; }
http {
  access_log off;
  upstream lounge {
    zone lounge 64k;
${servers.map((it) => `    server 127.0.0.1:${it} max_fails=3 fail_timeout=2s;`).join('\n')}
    keepalive 64;
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://lounge;
      proxy_http_version 1.1;
      proxy_connect_timeout 2s;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    }
  }
}`

export const PROXIES = [
  { name: 'caddy', config: caddy },
  { name: 'nginx', config: nginx },
] as const

/** Starts a proxy on this port in front of servers on those. */
export const startProxy = async (
  { name, config }: (typeof PROXIES)[number],
  port: number,
  servers: readonly number[],
): Promise<RunningServer> => startServer(name, { port, config: await config(port, servers) })

/** A server on this port that a proxy stands in front of. */
export const startBehind = (port: number, env: Readonly<Record<string, string>>): Promise<RunningHouse> =>
  startHouse({ env: { PORT: String(port), TRUST_PROXY: 'true', LOG_LEVEL: 'info', ...env } })
