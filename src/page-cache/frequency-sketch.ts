import { randomInt } from 'node:crypto'

export type Frequency = {
  add(key: string): void
  /** Recent additions of the key; too high where keys share counters. */
  estimate(key: string): number
}

const ROWS = 4
const WIDTH = 2 ** 16
/** Additions after which all counters are halved, so that past popularity fades. */
const HALVE_AFTER = 2 ** 17
const MAX_COUNT = 255

/**
 * Count-min sketch: counts key frequency in 256 KB whatever the number of keys. The hash seed is random per process, so
 * that clients cannot construct URLs whose counters collide.
 */
export function createFrequency(): Frequency {
  const counters = new Uint8Array(ROWS * WIDTH)
  const seeds = Array.from({ length: ROWS }, () => randomInt(2 ** 32 - 1))
  let additions = 0

  const slots = (key: string): number[] =>
    seeds.map((seed, row) => row * WIDTH + (hash(key, seed) & (WIDTH - 1)))
  return {
    add(key) {
      for (const slot of slots(key)) counters[slot] = Math.min(MAX_COUNT, (counters[slot] ?? 0) + 1)
      additions += 1
      if (additions < HALVE_AFTER) return
      additions = 0
      for (let slot = 0; slot < counters.length; slot += 1) counters[slot] = (counters[slot] ?? 0) >> 1
    },
    estimate: (key) => Math.min(...slots(key).map((slot) => counters[slot] ?? 0)),
  }
}

/** FNV-1a with a final mix, so that the low bits depend on every character. */
function hash(text: string, seed: number): number {
  let mixed = seed ^ 0x81_1c_9d_c5
  for (let i = 0; i < text.length; i += 1) mixed = Math.imul(mixed ^ text.charCodeAt(i), 0x01_00_01_93)
  mixed ^= mixed >>> 15
  mixed = Math.imul(mixed, 0x2c_1b_3c_6d)
  return (mixed ^ (mixed >>> 13)) >>> 0
}
