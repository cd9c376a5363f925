import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../scripts/free-port.ts'
import { exitOf, waitFor } from '../support/server.ts'
import { onPath } from '../../scripts/find-chromium.ts'
import type { Transport } from './webdriver.ts'

const NAMES = ['firefox-esr', 'firefox']

export const findMissingOfFirefox = (): string[] => (NAMES.some(onPath) ? [] : ['firefox-esr'])

const PREFERENCES = {
  'devtools.console.stdout.content': true,
  'toolkit.legacyUserProfileCustomizations.stylesheets': true,
  // The tests reach no network but the server's.
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'app.normandy.enabled': false,
  'services.settings.server': 'data:,',
  'datareporting.policy.dataSubmissionEnabled': false,
} as const

/** Starts a Firefox with a new profile and connects to it. */
export async function startFirefox(): Promise<Transport> {
  const port = await freePort()
  const profile = mkdtempSync(join(tmpdir(), 'lounge-firefox-'))
  const preferences = Object.entries({ ...PREFERENCES, 'marionette.port': port })
  writeFileSync(
    join(profile, 'user.js'),
    preferences.map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`).join(''),
  )
  // Otherwise a window is at least 450 px wide, which no phone is.
  mkdirSync(join(profile, 'chrome'))
  writeFileSync(join(profile, 'chrome/userChrome.css'), ':root { min-width: 0 !important }')
  const child = spawn(
    NAMES.map(onPath).find(Boolean) ?? 'firefox',
    ['--headless', '--no-remote', '--marionette', '--profile', profile],
    // As root, Firefox refuses a home directory of another user.
    { env: { ...process.env, HOME: profile }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await waitFor(() => output.includes('Listening on port') || child.exitCode !== null)
  if (child.exitCode !== null) throw new Error(`Firefox did not start:\n${output}`)
  const connection = speakMarionette(connect(port, '127.0.0.1'))
  await connection.send('WebDriver:NewSession', {})
  return {
    async send(command, params = {}) {
      const answer = await connection.send(`WebDriver:${command}`, params)
      return typeof answer === 'object' && answer !== null && 'value' in answer ? answer.value : answer
    },
    // Firefox reports errors of its own browser code, too; those of the page name its address.
    errors: () => output.split('\n').filter((line) => /JavaScript error: http|^console\.error: "/.test(line)),
    async close() {
      connection.close()
      child.kill('SIGKILL')
      await exitOf(child)
      rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}

type Reply = (error: unknown, value: unknown) => void

/** Marionette: JSON arrays with their length before them, `[0, id, command, params]` and `[1, id, error, value]`. */
function speakMarionette(socket: Socket) {
  const replies = new Map<number, Reply>()
  let lastId = 0
  let received = Buffer.alloc(0)
  socket.on('error', () => undefined)
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    for (;;) {
      const colon = received.indexOf(':')
      const end = colon + 1 + Number(received.subarray(0, Math.max(0, colon)))
      if (colon < 0 || received.length < end) return
      const message: unknown = JSON.parse(received.subarray(colon + 1, end).toString())
      received = received.subarray(end)
      if (Array.isArray(message)) replies.get(Number(message[1]))?.(message[2], message[3])
    }
  })
  return {
    send(command: string, params: Readonly<Record<string, unknown>>): Promise<unknown> {
      lastId += 1
      const id = lastId
      const text = JSON.stringify([0, id, command, params])
      return new Promise((resolve, reject) => {
        replies.set(id, (error, value) => {
          replies.delete(id)
          if (error === null) resolve(value)
          else reject(new Error(`Firefox refuses ${command}: ${JSON.stringify(error).slice(0, 500)}`))
        })
        socket.write(`${Buffer.byteLength(text)}:${text}`)
      })
    },
    close: () => socket.destroy(),
  }
}
