import type { StaffRole } from '#features/permissions/schema.ts'
import { asCookie, createStaff, PASSWORD } from '../staff/sign-in.ts'
import { type Paying, type AppWithPayments, startAppWithPayments } from '../booking/server-with-payments.ts'
import { booked } from '../dining/dining-fixtures.ts'

export type ProbedApp = AppWithPayments & {
  /** The headers of a new staff member of this role who has signed in. */
  readonly enter: (role: StaffRole) => Promise<string>
  /** Ids of existing rows of every kind, a few of each. */
  readonly ids: () => Promise<string[]>
  /** A guest who is paying, one with a table for a night, and one with a dinner. */
  readonly guests: {
    readonly paying: Paying
    readonly confirmed: Paying
    readonly dinner: { readonly id: string }
  }
}

let hired = 0

/** The built server with guests, staff and a payment provider, as the target of attacks. */
export async function startProbedApp(env: Readonly<Record<string, string>> = {}): Promise<ProbedApp> {
  const at = await startAppWithPayments({ LOG_LEVEL: 'trace', ...env })
  // Every ten minutes of the day a job would enqueue emails to seeded guests, which is no effect of an attack.
  await at.database.pool.query('update venue set reminders_enabled = false, thanks_enabled = false')
  const confirmed = await at.confirm()
  const paying = await at.begin()
  const dinner = { id: await booked(at.database.db, {}, new Date()) }
  await at.provider.control.setFaults({})
  return {
    ...at,
    guests: { confirmed, paying, dinner },
    async enter(role) {
      hired += 1
      const email = `${role}-${hired}@venue.example`
      await createStaff(at.database, email, { role })
      const entered = await at.app.get('/admin/api/session', {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'X-Forwarded-For': `198.18.${hired >> 8}.${hired & 255}`,
        },
        body: JSON.stringify({ email, password: PASSWORD }),
      })
      if (entered.status !== 200) throw new Error(`${role} could not sign in: ${await entered.text()}`)
      return asCookie(entered.headers.getSetCookie())
    },
    async ids() {
      const { pool } = at.database
      const { rows } = await pool.query<{ name: string }>(
        `select c.table_name as name from information_schema.columns c join information_schema.tables t
           using (table_schema, table_name)
         where c.table_schema = 'public' and c.column_name = 'id' and c.data_type = 'uuid'
           and t.table_type = 'BASE TABLE' order by 1`,
      )
      const found = await Promise.all(
        rows.map(({ name }) =>
          pool.query<{ id: string }>(`select id from ${name} order by random() limit 6`),
        ),
      )
      return found.flatMap((it) => it.rows.map(({ id }) => id))
    },
  }
}
