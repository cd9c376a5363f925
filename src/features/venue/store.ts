import type { Db } from '#platform/db/db.ts'

export const findVenue = (db: Db) => db.selectFrom('venue').selectAll().executeTakeFirst()

export const listHours = (db: Db) =>
  db.selectFrom('venueHours').select(['service', 'weekday', 'opens', 'closes']).execute()

export const listSpecialDays = (db: Db) =>
  db.selectFrom('venueSpecialDays').selectAll().orderBy('businessDate').execute()

export const listPackages = (db: Db) =>
  db
    .selectFrom('packages')
    .select(['key', 'name', 'description', 'priceCents', 'needsContent'])
    .where('isOffered', '=', true)
    .orderBy('position')
    .execute()

export const listTurnTimes = (db: Db) =>
  db.selectFrom('diningTurnTimes').select(['fromGuests', 'minutes']).orderBy('fromGuests').execute()

export const countVenues = (db: Db) =>
  db.selectFrom('venue').select(db.fn.countAll<number>().as('count')).execute()
