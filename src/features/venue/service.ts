import type { Db } from '#platform/db/db.ts'
import type { Venue } from './schema.ts'
import { countVenues, findVenue, listHours, listPackages, listTurnTimes, listSpecialDays } from './store.ts'

/** Loads the venue with hours, special days, turn times and packages. Throws when the database was never seeded. */
export async function loadVenue({ db }: { readonly db: Db }): Promise<Venue> {
  const [row, hours, days, packages, turnTimes] = await Promise.all([
    findVenue(db),
    listHours(db),
    listSpecialDays(db),
    listPackages(db),
    listTurnTimes(db),
  ])
  if (!row) throw new Error('the venue has no settings: the database was migrated but never seeded')
  const { instagramUrl, facebookUrl, tiktokUrl, ...rest } = row
  const {
    diningCoversPerSlot,
    diningNoticeMinutes,
    diningDaysAhead,
    largePartyNoticeHours,
    allowOverbooking,
    ...venue
  } = rest
  return {
    ...venue,
    dining: {
      turnTimes,
      coversPerSlot: diningCoversPerSlot,
      noticeMinutes: diningNoticeMinutes,
      daysAhead: diningDaysAhead,
      largePartyNoticeHours,
      withoutTable: allowOverbooking,
    },
    social: [
      { name: 'Instagram' as const, url: instagramUrl },
      { name: 'Facebook' as const, url: facebookUrl },
      { name: 'TikTok' as const, url: tiktokUrl },
    ].flatMap(({ name, url }) => (url ? [{ name, url }] : [])),
    hours: hours.map((it) => ({
      service: it.service,
      weekday: it.weekday,
      opens: it.opens.slice(0, 5),
      closes: it.closes.slice(0, 5),
    })),
    specialDays: days.map((day) => ({
      date: day.businessDate,
      service: day.service,
      hours:
        day.opens && day.closes ? { opens: day.opens.slice(0, 5), closes: day.closes.slice(0, 5) } : null,
      reason: day.reason,
    })),
    packages,
  }
}

/** Health check query against a migrated table. Throws when the database is unavailable. */
export async function pingDatabase({ db }: { readonly db: Db }): Promise<void> {
  await countVenues(db)
}
