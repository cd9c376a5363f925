import type { QuarterHour } from '#features/close-out/figures/schema.ts'

const QUARTER_MS = 15 * 60_000
/** A day of the venue; an arrival with a wrong time must not fill the chart with thousands of bars. */
const MOST = 100
const FEWEST = 12

/** Quarter hours from the first arrival to the last, those without arrivals included; at least twelve. */
export function everyQuarterHour(arrivals: readonly QuarterHour[]): QuarterHour[] {
  const [first = 0, last = 0] = [arrivals[0], arrivals.at(-1)].map((it) => Date.parse(it?.at ?? ''))
  const count = (last - first) / QUARTER_MS + 1
  if (count > MOST) return [...arrivals]
  const byTime = new Map(arrivals.map((it) => [it.at, it]))
  return Array.from({ length: Math.max(FEWEST, count) }, (_, i) => {
    const at = new Date(first + i * QUARTER_MS).toISOString()
    return byTime.get(at) ?? { at, guests: 0 }
  })
}
