import { createServer } from 'node:net'
import type { Config } from '../config/config.ts'
import { explainListening } from '../network/listen-error.ts'
import { fail, type CheckResult, warn, pass } from './check-result.ts'

type Place = {
  readonly port: number
  readonly host: string
  readonly portSetting: string
  readonly hostSetting: string
  /** Path that one of our running servers answers with 200. */
  readonly path: string
}

const ANSWER_MS = 3000

function placesOf({ port, host, metrics, payments }: Config): Place[] {
  const places = [{ port, host, portSetting: 'PORT', hostSetting: 'HOST', path: '/healthz' }]
  if (metrics)
    places.push({ ...metrics, portSetting: 'METRICS_PORT', hostSetting: 'METRICS_HOST', path: '/metrics' })
  const listen = payments.kind === 'local' ? payments.listen : null
  const setting = 'TEST_PAYMENTS_LISTEN'
  if (listen) places.push({ ...listen, portSetting: setting, hostSetting: setting, path: '/control' })
  return places
}

/** Checks that the configured ports are free or used by one of our own servers. */
export async function checkPorts(config: Config): Promise<CheckResult[]> {
  return Promise.all(placesOf(config).map(checkPort))
}

async function checkPort(place: Place): Promise<CheckResult> {
  const { portSetting, port, host } = place
  const error = await tryToListen(place)
  if (!error) return pass('Ports', `${portSetting}=${port} is free on ${host}`)
  const isTaken = 'code' in error && error.code === 'EADDRINUSE'
  if (isTaken && portSetting !== 'TEST_PAYMENTS_LISTEN' && (await isOwnServer(place)))
    return pass('Ports', `${portSetting}=${port}: the server runs`)
  const trouble = {
    message: explainListening(error, place).message,
    advice: 'Is another server running there? A server of this one may be: then all is well.',
  }
  return isTaken && portSetting === 'TEST_PAYMENTS_LISTEN' ? warn('Ports', trouble) : fail('Ports', trouble)
}

const tryToListen = ({ port, host }: Place): Promise<Error | null> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', resolve)
    server.listen(port, host, () => server.close(() => resolve(null)))
  })

async function isOwnServer({ port, host, path, portSetting }: Place): Promise<boolean> {
  const reached = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host
  try {
    const answered = await fetch(`http://${reached}:${port}${path}`, {
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    const text = await answered.text()
    return answered.ok && (portSetting === 'METRICS_PORT' ? text.includes('lounge_') : text.length < 100)
  } catch {
    return false
  }
}
