import { Gauge } from 'prom-client'
import { registry } from '../observability/metrics.ts'
import type { BackupState } from './records.ts'

type GaugeDefinition = {
  readonly name: string
  readonly help: string
  readonly valueOf: (state: BackupState, now: number) => number | null
}

const GAUGES: readonly GaugeDefinition[] = [
  {
    name: 'lounge_backup_age_seconds',
    help: 'Since the last good backup was begun. Missing where none was ever made.',
    valueOf: ({ lastGood }, now) => lastGood && (now - lastGood.startedAt.getTime()) / 1000,
  },
  {
    name: 'lounge_backup_bytes',
    help: 'The size of the last good backup.',
    valueOf: ({ lastGood }) => lastGood && lastGood.bytes,
  },
  {
    name: 'lounge_backup_failing',
    help: 'Whether the last attempt to make a backup failed.',
    valueOf: ({ failure }) => (failure ? 1 : 0),
  },
  {
    name: 'lounge_wal_unarchived_bytes',
    help: 'The log of the embedded database that is not archived yet. Missing where none is archived.',
    valueOf: ({ unarchivedBytes }) => unarchivedBytes,
  },
]

/**
 * Registers the backup gauges. All processes read the same rows, so the highest value wins when they are aggregated.
 */
export function watchBackups(read: () => Promise<BackupState>): void {
  let reading: Promise<BackupState | null> | null = null
  const look = (): Promise<BackupState | null> =>
    (reading ??= read()
      .catch(() => null)
      .finally(() => (reading = null)))
  for (const { name, help, valueOf } of GAUGES) {
    registry.removeSingleMetric(name)
    registry.registerMetric(
      new Gauge({
        name,
        help,
        registers: [],
        aggregator: 'max',
        async collect() {
          const state = await look()
          const value = state && valueOf(state, Date.now())
          // A gauge without labels starts at 0. An unknown value must be absent instead.
          if (value === null) this.remove()
          else this.set(value)
        },
      }),
    )
  }
}
