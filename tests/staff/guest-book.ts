import type { Actor, StaffRole } from '#features/permissions/schema.ts'
import { findGuestDetails, findGuestOf } from '#features/guests/service.ts'
import { createStaff } from './sign-in.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'

/** The time of the tests: noon in Texas, on Friday, November 27. */
export const now = new Date('2026-11-27T18:00:00Z')

type Booked = {
  readonly name?: string
  readonly phone?: string | null
  readonly email?: string
  readonly status?: string
  readonly date?: string
  readonly source?: string
}

const first = Date.UTC(2027, 0, 1)
const DAY_MS = 86_400_000

/** A book of guests on a database of its own, and the dinners of its guests. */
export async function openGuestBook() {
  const database: TestDatabase = await cloneDatabase()
  const staff = await createStaff(database, 'book@venue.example')
  let days = 0
  let numbers = 0
  const as = (role: StaffRole = 'manager', at = now) => {
    const actor: Actor = { id: staff, name: 'Efua Boateng', role }
    return { db: database.db, now: at, actor }
  }
  return {
    database,
    staff,
    as,
    /** A phone number that no other guest has, not even a seeded one. */
    newPhone: (): string => `(430) 202-${String((numbers += 1)).padStart(4, '0')}`,
    /** Books a dinner for two without a table, on a day of its own by default. */
    async book({ name = 'Ada Obi', phone = null, email = '', status = 'confirmed', ...it }: Booked) {
      days += 1
      const date = it.date ?? new Date(first + days * DAY_MS).toISOString().slice(0, 10)
      const { rows } = await database.pool.query<{ id: string; guest_id: string | null }>(
        `insert into reservations (reservation_type, business_date, starts_at, ends_at, guest_name, guest_email,
           guest_phone, guest_count, status, source)
         values ('dining', $1::date, $1::date + interval '24 hours', $1::date + interval '26 hours', $2, $3, $4, 2, $5, $6)
         returning id, guest_id`,
        [date, name, email, phone, status, it.source ?? 'phone'],
      )
      return { id: rows[0]?.id ?? '', guestId: rows[0]?.guest_id ?? null }
    },
    async guestOf(phone: string, role: StaffRole = 'manager') {
      const found = await findGuestOf(as(role), { phone, email: '' })
      const guest = found && (await findGuestDetails(as(role), found.id))
      if (!guest) throw new Error(`no guest has ${phone}`)
      return guest
    },
  }
}
