import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { storeDescribedPicture } from '#features/media/service.ts'
import { createFirstOwner, type FirstOwner } from '#features/staff/service.ts'
import { parseUsd } from '#lib/money.ts'
import { businessDate, type CalendarDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { placeEvent } from './calendar.ts'
import {
  readDescriptions,
  readSeedContent,
  type SeedDish,
  type SeedEvent,
  type SeedModal,
  type SeedPicture,
} from './content.ts'
import { combinable, furniture, tables, zoneDetails } from './floor.ts'
import { fillReservations } from './fill-reservations.ts'
import { hours, packages, venue } from './venue.ts'

export type { FirstOwner }

type Deps = { readonly db: Db; readonly storage: Storage; readonly now: Date }
type Pictures = ReadonlyMap<string, string>

/** Advisory lock key: only one server at a time seeds an empty database. */
export const SEEDING_LOCK = 7_301_553
const POLL_MS = 250

/**
 * Seeds an empty database in one transaction, with dates relative to today. Returns the first owner's account, or null
 * where the venue already exists.
 */
export async function seedEmptyDatabase(deps: Deps, directory: string): Promise<FirstOwner | null> {
  // Several servers may start at once on an empty database; the advisory lock lets one of them seed it. Seeding takes
  // longer than the statement timeout allows a query to wait, so the others poll.
  while (!(await hasVenue(deps.db))) {
    // oxlint-disable-next-line no-await-in-loop -- one look after the other
    const seeded = await seedWithLock(deps, directory)
    if (seeded !== 'locked_elsewhere') return seeded
    // oxlint-disable-next-line no-await-in-loop -- waiting is the point
    await sleep(POLL_MS)
  }
  return null
}

export const hasVenue = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('venue').select('id').executeTakeFirst()) !== undefined

async function seedWithLock(
  { db, storage, now }: Deps,
  directory: string,
): Promise<FirstOwner | null | 'locked_elsewhere'> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ isLocked: boolean }>`
      select pg_try_advisory_xact_lock(${SEEDING_LOCK}) as "isLocked"`.execute(tx)
    if (!rows[0]?.isLocked) return 'locked_elsewhere'
    if (await hasVenue(tx)) return null
    const today = businessDate(now)
    const content = await readSeedContent(directory)
    await fillVenue(tx, today)
    const pictures = await storePictures({ db: tx, storage }, directory)
    await fillFloor(tx, pictures)
    await fillMenu(tx, content.dishes, pictures)
    await fillEvents(tx, content.events, { pictures, today })
    await fillGallery(tx, content.gallery, pictures)
    await fillModals(tx, content.modals, pictures)
    await fillReservations(tx, today)
    return createFirstOwner({ db: tx }, venue.eventsEmail.replace('events@', 'owner@'))
  })
}

async function fillVenue(db: Db, today: CalendarDate): Promise<void> {
  await db
    .insertInto('venue')
    .values({ ...venue, policiesChangedOn: today })
    .execute()
  await db.insertInto('venueHours').values(hours).execute()
  await db.insertInto('packages').values(packages).execute()
}

async function fillFloor(db: Db, pictures: Pictures): Promise<void> {
  const rows = tables.map((table) => {
    const { image, ...details } = zoneDetails[table.location]
    return { ...table, ...details, imageId: pictureOf(pictures, image) }
  })
  const stored = await db.insertInto('venueTables').values(rows).returning(['id', 'tableNumber']).execute()
  await db.insertInto('floorFurniture').values(furniture).execute()
  const idOf = (number: number) => stored.find((table) => table.tableNumber === number)?.id ?? ''
  const pairs = combinable.map(([a, b]) => [idOf(a), idOf(b)].toSorted())
  await db
    .insertInto('combinableTables')
    .values(pairs.map(([tableId = '', withTableId = '']) => ({ tableId, withTableId })))
    .execute()
}

/** Stores each picture of the seed once. Returns the media id by file name. */
async function storePictures(deps: Pick<Deps, 'db' | 'storage'>, directory: string): Promise<Pictures> {
  const media = join(directory, 'media')
  const files = (await readdir(media, { recursive: true }))
    .filter((name) => name.endsWith('.webp'))
    .toSorted()
  const descriptions = await readDescriptions(directory)
  const ids = new Map<string, string>()
  for (const file of files) {
    const description = descriptions[file]
    if (!description) throw new Error(`media-descriptions.json does not describe ${file}`)
    // oxlint-disable-next-line no-await-in-loop -- one transaction is one connection: they queue anyway
    const bytes = await readFile(join(media, file))
    const storageKey = `pictures/seed/${file}`
    // oxlint-disable-next-line no-await-in-loop
    ids.set(file, await storeDescribedPicture(deps, { storageKey, bytes, description }))
  }
  return ids
}

function pictureOf(pictures: Pictures, image: string): string {
  const id = pictures.get(image)
  if (!id) throw new Error(`the seed names a picture that is not there: ${image}`)
  return id
}

async function fillMenu(db: Db, dishes: readonly SeedDish[], pictures: Pictures): Promise<void> {
  const rows = dishes.map(({ image, price, ...dish }, position) => {
    const priceCents = parseUsd(price)
    if (priceCents === null) throw new Error(`the seed has a price that is none: ${price}`)
    return { ...dish, priceCents, imageId: pictureOf(pictures, image), position }
  })
  await db.insertInto('menuItems').values(rows).execute()
}

async function fillEvents(
  db: Db,
  events: readonly SeedEvent[],
  { pictures, today }: { pictures: Pictures; today: CalendarDate },
): Promise<void> {
  const rows = events.map((event) => ({
    slug: event.slug,
    title: event.title,
    description: event.description,
    category: event.category,
    date: placeEvent(event, today),
    startTime: event.start,
    endTime: event.end,
    price: event.price,
    priceRange: event.price_range,
    imageId: pictureOf(pictures, event.image),
    dj: event.dj,
    host: event.host,
    ticketsUrl: event.tickets_url,
    featured: event.featured,
    soldOut: event.sold_out,
    tablesForSale: event.tables_for_sale,
    bookingPercentage: event.booking_percentage,
  }))
  await db.insertInto('events').values(rows).execute()
}

async function fillGallery(db: Db, items: readonly SeedPicture[], pictures: Pictures): Promise<void> {
  const rows = items.map(({ image, gallery_type: galleryType, ...item }, position) => ({
    ...item,
    galleryType,
    position,
    imageId: pictureOf(pictures, image),
  }))
  await db.insertInto('galleryItems').values(rows).execute()
}

async function fillModals(db: Db, modals: readonly SeedModal[], pictures: Pictures): Promise<void> {
  for (const modal of modals) {
    const row = {
      title: modal.title,
      description: modal.description,
      imageId: pictureOf(pictures, modal.image),
      primaryButtonText: modal.primary_button_text,
      // oxlint-disable-next-line no-await-in-loop -- three rows, once for each installation
      primaryButtonAction: await withId(db, modal.primary_button_action),
      secondaryButtonText: modal.secondary_button_text,
      // oxlint-disable-next-line no-await-in-loop
      secondaryButtonAction: await withId(db, modal.secondary_button_action),
      isActive: modal.is_active,
    }
    // oxlint-disable-next-line no-await-in-loop
    await db.insertInto('homeModals').values(row).execute()
  }
}

/** Replaces the slug in `event:<slug>` by the row's id, because an id survives a new title. */
async function withId(db: Db, action: string): Promise<string> {
  const [kind, slug = ''] = action.split(':', 2)
  if (kind !== 'event' && kind !== 'menu-item') return action
  const table = kind === 'event' ? 'events' : 'menuItems'
  const { id } = await db.selectFrom(table).select('id').where('slug', '=', slug).executeTakeFirstOrThrow()
  return `${kind}:${id}`
}
