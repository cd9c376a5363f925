import { isId, isSlug } from '#lib/address.ts'
import { businessDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db.ts'
import type { MenuItem } from './schema.ts'
import { findItemBySlug, findItemSlug, listItems, listRelatedItems } from './store.ts'

type Deps = { readonly db: Db; readonly now: Date }

/** The whole menu, in the order staff gave it. */
export const loadMenu = ({ db, now }: Deps): Promise<MenuItem[]> => listItems(db, businessDate(now))

export type FoundItem =
  | { readonly kind: 'item'; readonly item: MenuItem; readonly related: MenuItem[] }
  | { readonly kind: 'moved'; readonly slug: string }

/** One item with up to three of its kind, found by its readable address; an id answers with that address. */
export async function findMenuItem({ db, now }: Deps, address: string): Promise<FoundItem | null> {
  if (isId(address)) {
    const slug = await findItemSlug(db, address)
    return slug ? { kind: 'moved', slug } : null
  }
  if (!isSlug(address)) return null
  const item = await findItemBySlug(db, address, businessDate(now))
  if (!item) return null
  return { kind: 'item', item, related: await listRelatedItems(db, item, businessDate(now)) }
}
