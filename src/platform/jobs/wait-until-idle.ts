import { performance } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'

const LOOK_MS = 50
const LOOKS = 40
const BUSY = 0.8

/** How much of the next moments this process has work, from 0 to 1. */
export async function measureLoad(): Promise<number> {
  const before = performance.eventLoopUtilization()
  await setTimeout(LOOK_MS)
  return performance.eventLoopUtilization(before).utilization
}

/** Waits while the process has its hands full, two seconds at most: what can wait gives way to guests, and is done still. */
export async function waitUntilIdle(measure = measureLoad): Promise<void> {
  for (let looks = 0; looks < LOOKS; looks += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one look after the other
    if ((await measure()) < BUSY) return
  }
}
