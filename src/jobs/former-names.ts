import { EXPIRE_ORPHANED_CHECKOUT } from '#features/payments/sessions/service.ts'
import { ISSUE_REFUND } from '#features/payments/refunds/issuing/service.ts'
import { RECORD_DISPUTE } from '#features/payments/service.ts'
import {
  ANONYMISE_EXPIRED,
  PURGE_NIGHTLY,
  RELEASE_EXPIRED_HOLDS,
  RELEASE_EXPIRED_HOLDS_AGAIN,
} from './schedules.ts'

/**
 * Names under which older versions enqueue jobs. While both versions serve, and for jobs that still wait in the queue, they
 * run the task of the new name. They can go one release after 0036_standard_names.sql.
 */
export const FORMER_NAMES = {
  sweep_holds: RELEASE_EXPIRED_HOLDS,
  sweep_holds_again: RELEASE_EXPIRED_HOLDS_AGAIN,
  forget: ANONYMISE_EXPIRED,
  sweep_nightly: PURGE_NIGHTLY,
  close_lost_checkout: EXPIRE_ORPHANED_CHECKOUT,
  give_back: ISSUE_REFUND,
  note_dispute: RECORD_DISPUTE,
} as const
