import type { Stripe } from 'stripe'
import { notPossible } from '../api-error.ts'
import type { SessionList } from '../requests.ts'

const PAGE = 10

export function paginate<Item extends { readonly id: string }>(
  all: readonly Item[],
  { limit = PAGE, starting_after: after }: { limit?: number; starting_after?: string },
  url: string,
): Stripe.ApiList<Item> {
  const start = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1
  if (after !== undefined && start === 0)
    throw notPossible(`No such object: '${after}'`, 'resource_missing', 'starting_after')
  const data = all.slice(start, start + limit)
  return { object: 'list', data, has_more: start + limit < all.length, url }
}

type Created = SessionList['created']

/** Whether a timestamp is in the requested range. */
export function isWithin(at: number, params: Created): boolean {
  const range = typeof params === 'number' ? { gte: params, lte: params } : params
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = range ?? {}
  return at > gt && at >= gte && at < lt && at <= lte
}
