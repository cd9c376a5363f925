import { HOLD_LIMITS } from '#features/holds/rules.ts'
import { countText } from '#lib/text/count.ts'
import { addMinutes } from '#lib/venue-time.ts'

const [FREE_LAPSES, STEP_LAPSES, MOST_WAIT_MINUTES] = HOLD_LIMITS.browserLapses
const FIRST_WAIT_MINUTES = 5
const MINUTE_MS = 60_000

export type Lapses = { readonly count: number; readonly lastAt: Date | null }

/**
 * Until when a guest waits whose changes kept a table without being paid for; null where they need not. As for lapsed holds of
 * one browser: some are free, and the wait after each further one is longer.
 */
export function waitUntil({ count, lastAt }: Lapses, now: Date): Date | null {
  if (lastAt === null || count <= FREE_LAPSES) return null
  const steps = Math.floor((count - FREE_LAPSES - 1) / STEP_LAPSES)
  const minutes = Math.min(MOST_WAIT_MINUTES, FIRST_WAIT_MINUTES * 2 ** steps)
  const until = addMinutes(lastAt, minutes)
  return until > now ? until : null
}

/** `Several of your changes kept a table and were not paid. Try again in 12 minutes, or call us.` */
export const mustWait = (until: Date, now: Date) => ({
  why: 'must_wait' as const,
  text: `Several of your changes kept a table and were not paid. Try again in ${countText(Math.ceil((until.getTime() - now.getTime()) / MINUTE_MS), 'minute')}, or call us.`,
})
