import type { Db } from '#platform/db.ts'
import type { HomeModal } from './schema.ts'
import { listActiveModals } from './store.ts'

/** The pop-ups staff have switched on. */
export const loadActiveModals = ({ db }: { readonly db: Db }): Promise<HomeModal[]> => listActiveModals(db)
