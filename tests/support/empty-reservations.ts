import type pg from 'pg'

/** Deletes every reservation of a test's own database, with closed nights and the ledger lines, which no product code deletes. */
export async function deleteAllReservations(pool: pg.Pool): Promise<void> {
  await pool.query(`
    alter table ledger_lines disable trigger user;
    delete from ledger_lines;
    alter table ledger_lines enable trigger user;
    delete from night_closings;
    delete from reservations`)
}
