import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '#platform/config/config.ts'
import { explainListening } from '#platform/network/listen-error.ts'

/** Timeouts against slow clients. A client that sends nothing, or a byte now and then, is disconnected. */
const timeouts = ({ trustProxy }: Pick<Config, 'trustProxy'>): ServerOptions => ({
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5000,
  // Longer than a proxy keeps an idle connection. The proxy has to close it: if the server did, the proxy's next
  // request on the same connection could be lost.
  keepAliveTimeout: trustProxy.kind !== 'none' ? 125_000 : 15_000,
})

export type ClosePatience = {
  /** Time idle connections stay open after the server stopped listening, because a request may be in transit. */
  readonly idleMs: number
  /** Time limit for running requests after that. */
  readonly requestsMs: number
}

export type HttpServer = {
  readonly port: number
  /** Stops listening and resolves when all connections are closed. */
  close(patience: ClosePatience): Promise<void>
}

type Options = Pick<Config, 'trustProxy' | 'port' | 'host'> & {
  readonly listener: RequestListener
  readonly onError: (error: Error) => void
}

/** Starts the HTTP server on the configured port. */
export async function startHttpServer({ listener, onError, ...config }: Options): Promise<HttpServer> {
  const server = createServer(timeouts(config), listener)
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const port = await listen(server, config)
  server.on('error', onError)
  return {
    port,
    async close({ idleMs, requestsMs }) {
      const closed = stopListening(server)
      await settledWithin(closed, idleMs)
      server.closeIdleConnections()
      // Node does not count a connection without any request as idle.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
      await settledWithin(closed, requestsMs)
      server.closeAllConnections()
      await closed
    },
  }
}

function listen(server: Server, { port, host }: Pick<Config, 'port' | 'host'>): Promise<number> {
  return new Promise((resolve, reject) => {
    const settings = { portSetting: 'PORT', hostSetting: 'HOST' }
    const fail = (error: Error): void => reject(explainListening(error, { port, host, ...settings }))
    server.once('error', fail)
    server.listen(port, host, () => {
      server.off('error', fail)
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })
}

/** Node's HTTP `close` destroys idle connections at once and loses a request in transit on one of them. */
const stopListening = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    NetServer.prototype.close.call(server, () => resolve())
  })

async function settledWithin(done: Promise<void>, ms: number): Promise<void> {
  const waiting = new AbortController()
  const late = sleep(ms, undefined, { signal: waiting.signal }).catch(() => undefined)
  await Promise.race([done, late])
  waiting.abort()
}
