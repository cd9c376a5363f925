import type { ConcernedGuest } from '#features/guest-lists/schema.ts'
import { FLOOR_HEIGHT, FLOOR_WIDTH, type Place } from '#features/floor/schema.ts'
import type { StaffTable, TableForm } from './schema.ts'

/**
 * Whose table a change would take away, of those who have it: all of them where it goes out of the room or into another
 * part of it, and those it becomes too small for. A new number, price or place leaves everyone where they are.
 */
export function strandedBy(
  before: Pick<StaffTable, 'isAvailable' | 'location' | 'maxGuests'>,
  after: Pick<TableForm, 'isAvailable' | 'location' | 'maxGuests'>,
  guests: readonly ConcernedGuest[],
): readonly ConcernedGuest[] {
  if ((before.isAvailable && !after.isAvailable) || before.location !== after.location) return guests
  // A party at two tables pushed together is larger than each of them.
  if (after.maxGuests >= before.maxGuests) return []
  return guests.filter((guest) => guest.guestCount > after.maxGuests)
}

/** What a table covers of the floor, its turn included. */
function coverOf({ positionX, positionY, width, height, rotation }: Place) {
  const turn = (rotation * Math.PI) / 180
  const [cos, sin] = [Math.abs(Math.cos(turn)), Math.abs(Math.sin(turn))]
  const [half, deep] = [(width * cos + height * sin) / 2, (width * sin + height * cos) / 2]
  const [x, y] = [positionX + width / 2, positionY + height / 2]
  return { left: x - half, right: x + half, top: y - deep, bottom: y + deep }
}

/** The pairs of tables that stand on each other. */
export function overlapsOf<Table extends Place>(tables: readonly Table[]): [Table, Table][] {
  const covers = tables.map(coverOf)
  return tables.flatMap((table, at) =>
    tables.slice(at + 1).flatMap((other, after): [Table, Table][] => {
      const [a, b] = [covers[at], covers[at + 1 + after]]
      if (!a || !b) return []
      const isApart = a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top
      return isApart ? [] : [[table, other]]
    }),
  )
}

const within = (value: number, least: number, most: number): number =>
  Math.min(Math.max(Math.round(value), least), most)

/** The place with a change to it, kept in the room and in the sizes a table can have. */
export function movedTo<P extends Place>(place: P, change: Partial<Place>): P {
  const wanted = { ...place, ...change }
  const width = within(wanted.width, 20, 400)
  const height = within(wanted.height, 20, 400)
  return {
    ...wanted,
    width,
    height,
    positionX: within(wanted.positionX, 0, FLOOR_WIDTH - width),
    positionY: within(wanted.positionY, 0, FLOOR_HEIGHT - height),
  }
}
