import type pg from 'pg'

type Constraint = {
  readonly name: string
  readonly place: string
  readonly kind: string
  readonly says: string
  readonly valid: boolean
}

/**
 * Counts the rows that violate a constraint by reading the tables, without relying on the database's own checks: check
 * constraints, foreign keys, and overlapping table occupancies.
 */
export async function brokenRows(pool: Pick<pg.Pool, 'query'>): Promise<string[]> {
  const { rows } = await pool.query<Constraint>(
    `select conname as name, conrelid::regclass::text as place, contype as kind, convalidated as valid,
       pg_get_constraintdef(oid) as says
     from pg_constraint where connamespace = 'public'::regnamespace and contype in ('c', 'f') order by 1`,
  )
  const found = await Promise.all(rows.map(async (it) => ({ it, count: await countBroken(pool, it) })))
  const broken = found
    .filter(({ it, count }) => count > 0 || !it.valid)
    .map(({ it, count }) => `${it.place}.${it.name}: ${count} rows${it.valid ? '' : ', not validated'}`)
  const overlaps = await countRows(
    pool,
    `table_occupancies a join table_occupancies b on a.table_id = b.table_id and a.id < b.id
       and a.is_active and b.is_active and a.during && b.during`,
  )
  const unheld = await countRows(
    pool,
    `reservations where status = 'confirmed' and deleted_at is null and reservation_type = 'nightlife'
       and ends_at > now() and not exists
         (select from table_occupancies o where o.reservation_id = reservations.id and o.is_active)`,
  )
  return [
    ...broken,
    ...(overlaps > 0 ? [`${overlaps} tables with two parties`] : []),
    ...(unheld > 0 ? [`${unheld} confirmed nights without a table`] : []),
  ]
}

const countRows = async (pool: Pick<pg.Pool, 'query'>, from: string): Promise<number> =>
  Number((await pool.query<{ count: string }>(`select count(*) from ${from}`)).rows[0]?.count)

function countBroken(pool: Pick<pg.Pool, 'query'>, { place, kind, says }: Constraint): Promise<number> {
  if (kind === 'c') {
    const rule = /^CHECK \((.*)\)( NOT VALID)?$/s.exec(says)?.[1] ?? 'true'
    return countRows(pool, `${place} where not (${rule})`)
  }
  const [, own = '', other = '', theirs = ''] =
    /^FOREIGN KEY \((.+?)\) REFERENCES (\S+?)\((.+?)\)/.exec(says) ?? []
  const columns = own.split(', ')
  const targets = theirs.split(', ')
  const given = columns.map((it) => `t.${it} is not null`).join(' and ')
  const same = columns.map((it, at) => `o.${targets[at]} = t.${it}`).join(' and ')
  return countRows(pool, `${place} t where ${given} and not exists (select from ${other} o where ${same})`)
}
