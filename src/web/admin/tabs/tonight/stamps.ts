import type { Party } from '#features/reservation-management/tonight/schema.ts'
import { serverNow } from '#web/admin/clock/server-clock.ts'

/** An id of this device, and the time. */
export const newStamp = () => ({ id: crypto.randomUUID(), at: serverNow().toISOString() })

/** The party as an act names it. */
export const idsOf = ({ id, type }: Pick<Party, 'id' | 'type'>) =>
  type === 'guest_list' ? { entryId: id } : { reservationId: id }
