/** One row for each connection to this database that waits for a lock. */
export const WAITING_FOR_LOCK = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
