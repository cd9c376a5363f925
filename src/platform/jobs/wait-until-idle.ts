import { performance } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'

const LOOK_MS = 50
const LOOKS = 40
const BUSY = 0.8

/** Event loop utilization over a short interval, from 0 to 1. */
export async function measureLoad(): Promise<number> {
  const before = performance.eventLoopUtilization()
  await setTimeout(LOOK_MS)
  return performance.eventLoopUtilization(before).utilization
}

/** Waits while the event loop is busy, at most two seconds, so that low-priority work yields to requests. */
export async function waitUntilIdle(measure = measureLoad): Promise<void> {
  for (let looks = 0; looks < LOOKS; looks += 1) {
    // oxlint-disable-next-line no-await-in-loop -- polls
    if ((await measure()) < BUSY) return
  }
}
