import { randomInt } from 'node:crypto'

/** Counters of one key. */
export type Slots = readonly number[]

export type Frequency = {
  /** Hashes a key. A cached page remembers its slots, so that a hit hashes nothing. */
  slotsOf(key: string): Slots
  add(slots: Slots): void
  /** Recent additions of the key; too high where keys share counters. */
  estimate(slots: Slots): number
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

  return {
    slotsOf: (key) => seeds.map((seed, row) => row * WIDTH + (hash(key, seed) & (WIDTH - 1))),
    add(slots) {
      for (const slot of slots) counters[slot] = Math.min(MAX_COUNT, (counters[slot] ?? 0) + 1)
      additions += 1
      if (additions < HALVE_AFTER) return
      additions = 0
      for (let slot = 0; slot < counters.length; slot += 1) counters[slot] = (counters[slot] ?? 0) >> 1
    },
    estimate: (slots) => Math.min(...slots.map((slot) => counters[slot] ?? 0)),
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
