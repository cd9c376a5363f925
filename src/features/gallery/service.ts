import type { Db } from '#platform/db.ts'
import type { GalleryItem } from './schema.ts'
import { listShownItems } from './store.ts'

/** The pictures guests may see. */
export const loadGallery = ({ db }: { readonly db: Db }): Promise<GalleryItem[]> => listShownItems(db)
