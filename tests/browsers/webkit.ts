import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../scripts/free-port.ts'
import { waitFor } from '../support/server.ts'
import { onPath } from '../../scripts/find-chromium.ts'
import { COMMANDS, type Transport } from './webdriver.ts'

const PROGRAMS = { WebKitWebDriver: 'webkit2gtk-driver', Xvfb: 'xvfb' } as const

export const findMissingOfWebKit = (): string[] =>
  Object.entries(PROGRAMS)
    .filter(([name]) => !onPath(name))
    .map(([, debianPackage]) => debianPackage)

// The window of MiniBrowser is as wide as its toolbar, about 450 px. A phone is narrower.
const NARROW_TOOLBAR =
  '* { min-width: 0; min-height: 0; padding: 0; margin: 0; border: none; font-size: 1px; -gtk-icon-transform: scale(0) }'

/** Starts WebKitGTK's MiniBrowser on a screen of its own. */
export async function startWebKit(): Promise<Transport> {
  const home = mkdtempSync(join(tmpdir(), 'lounge-webkit-'))
  mkdirSync(join(home, 'gtk-3.0'))
  writeFileSync(join(home, 'gtk-3.0/gtk.css'), NARROW_TOOLBAR)
  const screen = await startScreen()
  const port = await freePort()
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    env: { ...process.env, DISPLAY: screen.display, XDG_CONFIG_HOME: home, HOME: home, NO_AT_BRIDGE: '1' },
    stdio: 'ignore',
    detached: true,
  })
  const call = createClient(`http://127.0.0.1:${port}`)
  let session = ''
  await waitFor(async () => {
    const created = await call('POST', '/session', { capabilities: {} }).catch((error: unknown) => {
      // The driver does not listen yet.
      if (error instanceof TypeError) return null
      throw error
    })
    session = String(Reflect.get(Object(created), 'sessionId') ?? '')
    return session !== ''
  })
  return {
    send(command, params = {}) {
      const [method, path] = COMMANDS[command]
      return call(method, `/session/${session}${path.replace('{id}', String(params['id']))}`, params)
    },
    // MiniBrowser keeps its console to itself while it is driven.
    errors: () => [],
    async close() {
      await call('DELETE', `/session/${session}`).catch(() => undefined)
      stopGroup(driver)
      stopGroup(screen.child)
      rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}

const createClient =
  (server: string) =>
  async (method: string, path: string, params: Readonly<Record<string, unknown>> = {}): Promise<unknown> => {
    const response = await fetch(server + path, {
      method,
      ...(method === 'POST' ? { body: JSON.stringify(params) } : {}),
    })
    const answer: unknown = await response.json()
    const value: unknown = Reflect.get(Object(answer), 'value')
    if (!response.ok) throw new Error(`WebKit refuses ${method} ${path}: ${JSON.stringify(value)}`)
    return value
  }

/** A virtual screen large enough for a desktop page. */
async function startScreen(): Promise<{ readonly child: ChildProcess; readonly display: string }> {
  const child = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    detached: true,
  })
  let number = ''
  child.stdio[3]?.on('data', (chunk: Buffer) => (number += chunk.toString()))
  await waitFor(() => number.endsWith('\n') || child.exitCode !== null)
  if (child.exitCode !== null) throw new Error('Xvfb did not start')
  return { child, display: `:${number.trim()}` }
}

/** Ends a process with those that it started: a detached process leads a group. */
function stopGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}
