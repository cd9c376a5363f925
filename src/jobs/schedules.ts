import { READ_PROVIDER_ACCOUNT } from '#features/payments/provider-account/service.ts'
import type { Schedule } from '#platform/jobs/job-worker.ts'

export const RELEASE_EXPIRED_HOLDS = 'release_expired_holds'
export const RELEASE_EXPIRED_HOLDS_AGAIN = 'release_expired_holds_again'
export const RECONCILE = 'reconcile'
export const REFUND_RESOLD_TABLES = 'refund_resold_tables'
export const SYNC_PROVIDER = 'sync_provider'
export const MATCH_GUESTS = 'match_guests'
export const REMIND_GUESTS = 'remind_guests'
export const TELL_LIST_GUESTS = 'tell_list_guests'
export const ANONYMISE_EXPIRED = 'anonymise_expired'
export const PURGE_NIGHTLY = 'purge_nightly'
export const PREPARE_CLOSE_OUT = 'prepare_close_out'

/** Cron schedules of recurring jobs, in UTC. */
export const SCHEDULES: readonly Schedule[] = [
  { name: RELEASE_EXPIRED_HOLDS, cron: '* * * * *' },
  { name: RECONCILE, cron: '*/5 * * * *' },
  { name: REFUND_RESOLD_TABLES, cron: '*/5 * * * *' },
  { name: SYNC_PROVIDER, cron: '35 * * * *' },
  { name: READ_PROVIDER_ACCOUNT, cron: '*/15 * * * *' },
  // Has work only after an upgrade to the version with the book of guests.
  { name: MATCH_GUESTS, cron: '* * * * *' },
  { name: REMIND_GUESTS, cron: '*/10 * * * *' },
  { name: TELL_LIST_GUESTS, cron: '* * * * *' },
  // 7:30 AM or 6:30 AM at the venue: after closing time in both summer and winter time.
  { name: ANONYMISE_EXPIRED, cron: '30 12 * * *' },
  // 6:05 AM at the venue is 11:05 in summer and 12:05 in winter. The other run finds nothing left to do.
  { name: PREPARE_CLOSE_OUT, cron: '5 11,12 * * *' },
  // 7:15 AM or 6:15 AM at the venue: between closing time and the first delivery.
  { name: PURGE_NIGHTLY, cron: '15 12 * * *' },
]
