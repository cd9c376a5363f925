import type { Cents } from '#lib/money.ts'

/** How the money of a reservation stands, from what was paid and what of it goes or went back. */
export function paymentStatusAfter(
  paidCents: Cents,
  backCents: Cents,
): 'none' | 'paid' | 'partly_refunded' | 'refunded' {
  if (paidCents === 0) return 'none'
  if (backCents === 0) return 'paid'
  return backCents >= paidCents ? 'refunded' : 'partly_refunded'
}
