import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { freePort } from '../../scripts/free-port.ts'
import { exitOf, waitFor } from '../support/server.ts'

export type Proxy = { readonly kind: 'Caddy' | 'a small one of our own'; readonly origin: string }

const closing: (() => Promise<unknown>)[] = []
afterAll(async () => {
  await Promise.all(closing.map((close) => close()))
})

const hasCaddy = (): boolean => spawnSync('caddy', ['version']).status === 0

function installCaddy(): void {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'caddy'], { env, stdio: 'ignore' })
}

/**
 * A reverse proxy that forwards each request to a server that is ready. `X-Guest-Address` names the guest: the proxy
 * turns it into X-Forwarded-For.
 */
export async function openProxy(ports: readonly number[]): Promise<Proxy> {
  if (!hasCaddy()) installCaddy()
  if (hasCaddy()) return openCaddy(ports)
  process.stderr.write(
    'There is no Caddy here and none could be installed: a small proxy of our own stands in for it.\n',
  )
  return openSmallProxy(ports)
}

async function openCaddy(ports: readonly number[]): Promise<Proxy> {
  const port = await freePort()
  const directory = await mkdtemp(join(tmpdir(), 'lounge-caddy-'))
  await writeFile(
    join(directory, 'Caddyfile'),
    `{
  admin off
  auto_https off
  log default {
    output discard
  }
}
http://127.0.0.1:${port}, http://localhost:${port} {
  reverse_proxy ${ports.map((it) => `127.0.0.1:${it}`).join(' ')} {
    lb_policy random
    lb_try_duration 10s
    lb_try_interval 50ms
    fail_duration 500ms
    header_up X-Forwarded-For {http.request.header.X-Guest-Address}
  }
}
`,
  )
  const child: ChildProcess = spawn(
    'caddy',
    ['run', '--config', join(directory, 'Caddyfile'), '--adapter', 'caddyfile'],
    {
      env: { ...process.env, XDG_DATA_HOME: directory, XDG_CONFIG_HOME: directory },
      stdio: 'ignore',
    },
  )
  closing.push(async () => {
    child.kill('SIGKILL')
    await exitOf(child)
    await rm(directory, { recursive: true, force: true })
  })
  const origin = `http://127.0.0.1:${port}`
  await waitFor(() =>
    fetch(origin).then(
      () => true,
      () => false,
    ),
  )
  return { kind: 'Caddy', origin }
}

const TRY_FOR_MS = 10_000

async function openSmallProxy(ports: readonly number[]): Promise<Proxy> {
  let turn = 0
  const server = createServer((incoming, outgoing) => {
    const until = Date.now() + TRY_FOR_MS
    const mayRepeat = incoming.method === 'GET' || incoming.method === 'HEAD'
    const attempt = (): void => {
      const headers = {
        ...incoming.headers,
        'x-forwarded-for': String(incoming.headers['x-guest-address'] ?? '127.0.0.1'),
      }
      const asked = request(
        {
          host: '127.0.0.1',
          port: ports[(turn += 1) % ports.length],
          path: incoming.url,
          method: incoming.method,
          headers,
        },
        (answer) => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(outgoing)
        },
      )
      asked.on('error', (error: NodeJS.ErrnoException) => {
        const again =
          Date.now() < until && !outgoing.headersSent && (mayRepeat || error.code === 'ECONNREFUSED')
        if (again) setTimeout(attempt, 50)
        else if (outgoing.headersSent) outgoing.destroy()
        else outgoing.writeHead(502).end()
      })
      if (mayRepeat) asked.end()
      else incoming.pipe(asked)
    }
    attempt()
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  closing.push(async () => server.close())
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { kind: 'a small one of our own', origin: `http://127.0.0.1:${port}` }
}
