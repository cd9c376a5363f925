import { statfs } from 'node:fs/promises'
import { Gauge } from 'prom-client'
import { registry } from './metrics.ts'

export type HealthSources = {
  /** Rejects if the server is not ready, by the same rule as /readyz. */
  readonly checkReady: () => Promise<void>
  /** Number of open payment issues by kind, with 0 for kinds without any. */
  readonly countPaymentIssues: () => Promise<Readonly<Record<string, number>>>
  readonly dataDir: string
}

const NAMES = ['lounge_ready', 'lounge_payment_issues', 'lounge_disk_free_bytes', 'lounge_disk_size_bytes']

/** Exports gauges for alerts. They are read on each scrape; a value that cannot be read is left out. */
export function watchHealth({ checkReady, countPaymentIssues, dataDir }: HealthSources): void {
  for (const name of NAMES) registry.removeSingleMetric(name)
  const add = (gauge: Gauge): void => registry.registerMetric(gauge)
  add(
    new Gauge({
      name: 'lounge_ready',
      help: 'Whether /readyz would say that guests may be sent here.',
      registers: [],
      aggregator: 'min',
      async collect() {
        const isReady = await checkReady().then(
          () => true,
          () => false,
        )
        this.set(isReady ? 1 : 0)
      },
    }),
  )
  add(
    new Gauge({
      name: 'lounge_payment_issues',
      help: 'Open payment issues by kind.',
      labelNames: ['kind'],
      registers: [],
      aggregator: 'max',
      async collect() {
        const counts = await countPaymentIssues().catch(() => ({}))
        this.reset()
        for (const [kind, count] of Object.entries(counts)) this.set({ kind }, count)
      },
    }),
  )
  add(diskGauge('lounge_disk_free_bytes', 'Room that is left on the disk of the data directory.', dataDir))
  add(diskGauge('lounge_disk_size_bytes', 'Size of the disk of the data directory.', dataDir))
}

const diskGauge = (
  name: 'lounge_disk_free_bytes' | 'lounge_disk_size_bytes',
  help: string,
  path: string,
): Gauge =>
  new Gauge({
    name,
    help,
    registers: [],
    aggregator: 'max',
    async collect() {
      const disk = await statfs(path).catch(() => null)
      if (disk) this.set(disk.bsize * (name === 'lounge_disk_free_bytes' ? disk.bavail : disk.blocks))
    },
  })
