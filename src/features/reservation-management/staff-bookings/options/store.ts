import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { NightChoice } from '../schema.ts'

export const findNight = (db: Db, id: string) =>
  db
    .selectFrom('events')
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .select(['id', 'title', 'soldOut', 'tablesForSale', 'startsAt', 'endsAt'])
    .select(sql<boolean>`closure_of_event(date, start_time, end_time) is not null`.as('isClosed'))
    .executeTakeFirst()

/** A night, also one that is over or deleted: it is the one of its reservations. */
export const findNightChoice = (db: Db, id: string): Promise<NightChoice | undefined> =>
  db.selectFrom('events').where('id', '=', id).select(['id', 'title', 'date', 'price']).executeTakeFirst()

const MOST_NIGHTS = 200

/** The nights that are not over, soonest first. */
export const listNights = (db: Db, now: Date): Promise<NightChoice[]> =>
  db
    .selectFrom('events')
    .where('deletedAt', 'is', null)
    .where('endsAt', '>', now)
    .select(['id', 'title', 'date', 'price'])
    .orderBy('startsAt')
    .limit(MOST_NIGHTS)
    .execute()
