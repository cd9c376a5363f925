import cluster from 'node:cluster'
import { createServer } from 'node:http'
import { AggregatorRegistry, collectDefaultMetrics, Registry } from 'prom-client'
import { registry, primaryRegistry } from './metrics.ts'
import { explainListening } from '../network/listen-error.ts'

type Place = { readonly port: number; readonly host: string }

export type MetricsServer = { readonly port: number; close(): Promise<void> }

/** Registers Node's default metrics. In a cluster, workers report to the primary. */
export function startMetrics(): void {
  if (registry.getSingleMetric('process_cpu_seconds_total') === undefined)
    collectDefaultMetrics({ register: registry })
  if (!cluster.isWorker) return
  AggregatorRegistry.setRegistries([registry])
  // Created for its side effect: it answers the primary's requests over IPC.
  void new AggregatorRegistry()
}

/** Serves the metrics of this process at /metrics on a separate port. */
export const serveMetrics = (place: Place): Promise<MetricsServer> =>
  serve(place, { read: () => registry.metrics(), contentType: registry.contentType })

/** Serves the aggregated metrics of all workers. Called by the primary. */
export function serveClusterMetrics(place: Place): Promise<MetricsServer> {
  const gatherer = new AggregatorRegistry()
  return serve(place, {
    read: () => gatherer.clusterMetrics(),
    contentType: Registry.PROMETHEUS_CONTENT_TYPE,
  })
}

type Source = { readonly read: () => Promise<string>; readonly contentType: string }

function serve({ port, host }: Place, { read, contentType }: Source): Promise<MetricsServer> {
  const server = createServer((incoming, outgoing) => {
    if (incoming.url?.split('?', 1)[0] !== '/metrics') {
      outgoing.writeHead(404).end()
      return
    }
    Promise.all([read(), primaryRegistry.metrics()]).then(
      (texts) =>
        outgoing
          .writeHead(200, { 'Content-Type': contentType, 'Cache-Control': 'no-store' })
          .end(texts.join('')),
      () => outgoing.writeHead(503).end(),
    )
  })
  return new Promise((resolve, reject) => {
    const settings = { portSetting: 'METRICS_PORT', hostSetting: 'METRICS_HOST' }
    server.once('error', (error) => reject(explainListening(error, { port, host, ...settings })))
    server.listen(port, host, () => {
      // Once the server listens, a failed accept must not end the process.
      server.on('error', () => undefined)
      const address = server.address()
      resolve({
        port: typeof address === 'object' && address ? address.port : port,
        close: () =>
          new Promise((done) => {
            server.close(() => done())
            server.closeAllConnections()
          }),
      })
    })
  })
}
