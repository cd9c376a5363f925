import { describe, expect, test } from 'vitest'
import type { StaffTable } from './tables/schema.ts'
import {
  addPiece,
  alignTo,
  describeOverlaps,
  idsWithin,
  joinTables,
  moveBy,
  namePiece,
  overlapsOf,
  partTables,
  placedAt,
  removePieces,
  resizedTo,
  setSeats,
  setZone,
  snappedBy,
  spreadOut,
  turnBy,
  turnTowards,
} from './rules.ts'
import type { PlanPiece, RoomPlan } from './schema.ts'

const table = (tableNumber: number, over: Partial<StaffTable> = {}): StaffTable => ({
  id: `t${tableNumber}`,
  version: 1,
  tableNumber,
  maxGuests: 4,
  location: 'Floor Seating',
  shape: 'round',
  reservationPriceCents: 0,
  picture: null,
  included: null,
  minimumSpendCents: null,
  isAvailable: true,
  positionX: 100,
  positionY: 100,
  width: 60,
  height: 40,
  rotation: 0,
  ...over,
})
const bar: PlanPiece = {
  id: 'bar',
  version: 1,
  kind: 'bar',
  label: 'Bar',
  positionX: 400,
  positionY: 400,
  width: 300,
  height: 50,
  rotation: 0,
}
const room = (...tables: StaffTable[]): RoomPlan => ({ tables, furniture: [bar], pairs: [] })
const ids = (...all: string[]) => new Set(all)
const spots = ({ tables }: RoomPlan) => tables.map((it) => [it.positionX, it.positionY])

describe('moving', () => {
  test('takes the chosen along, and leaves the others', () => {
    const moved = moveBy(room(table(1), table(2), table(3)), ids('t1', 't3', 'bar'), { x: 10, y: -5 })
    expect(spots(moved)).toEqual([
      [110, 95],
      [100, 100],
      [110, 95],
    ])
    expect(moved.furniture[0]).toMatchObject({ positionX: 410, positionY: 395 })
  })

  test('stops for all where the first would leave the room', () => {
    const plan = room(table(1, { positionX: 10 }), table(2, { positionX: 1100, positionY: 450 }))
    expect(spots(moveBy(plan, ids('t1', 't2'), { x: -50, y: 50 }))).toEqual([
      [0, 110],
      [1090, 460],
    ])
  })

  test('snaps what is held to the grid, whatever the others stand on', () => {
    expect(snappedBy(table(1, { positionX: 26, positionY: 22 }), { x: 9, y: 1 }, 10)).toEqual({
      x: 14,
      y: -2,
    })
    expect(snappedBy(table(1), { x: 3, y: 4 }, 1)).toEqual({ x: 3, y: 4 })
  })

  test('keeps everything in the room and in a size it can have', () => {
    expect(placedAt(table(1), { positionX: -5, positionY: 490 })).toMatchObject({
      positionX: 0,
      positionY: 460,
    })
    expect(placedAt(table(1, { positionX: 1190 }), { width: 900 })).toMatchObject({
      positionX: 800,
      width: 400,
    })
    expect(placedAt(bar, { width: 900, rotation: -15 })).toMatchObject({ width: 900, rotation: 345 })
  })
})

describe('resizing', () => {
  test('leaves the corner across where it is', () => {
    const larger = resizedTo(table(1), { corner: { x: 1, y: 1 }, at: { x: 203, y: 168 }, grid: 10 })
    expect(larger).toMatchObject({ positionX: 100, positionY: 100, width: 100, height: 70 })
    const other = resizedTo(table(1), { corner: { x: -1, y: -1 }, at: { x: 60, y: 60 }, grid: 10 })
    expect(other).toMatchObject({ positionX: 60, positionY: 60, width: 100, height: 80 })
  })

  test('follows the turn of a table', () => {
    const turned = table(1, { rotation: 90 })
    // Turned by 90°, it covers 110..150 across and 90..150 down; its right end is at the bottom.
    const longer = resizedTo(turned, { corner: { x: 1, y: -1 }, at: { x: 150, y: 190 }, grid: 10 })
    expect(longer).toMatchObject({ width: 100, height: 40, positionX: 80, positionY: 120 })
  })

  test('goes no further than the sizes there are', () => {
    const small = resizedTo(table(1), { corner: { x: 1, y: 1 }, at: { x: 0, y: 0 }, grid: 10 })
    expect(small).toMatchObject({ positionX: 100, positionY: 100, width: 20, height: 20 })
    const wide = resizedTo(table(1), { corner: { x: 1, y: 1 }, at: { x: 1190, y: 140 }, grid: 10 })
    expect(wide).toMatchObject({ positionX: 100, width: 400, height: 40 })
  })
})

describe('turning', () => {
  test.each([
    [{ x: 130, y: 0 }, 0],
    [{ x: 300, y: 120 }, 90],
    [{ x: 130, y: 300 }, 180],
    [{ x: 0, y: 120 }, 270],
    [{ x: 180, y: 66 }, 45],
  ])('points its top to %o', (at, degrees) => expect(turnTowards(table(1), at)).toBe(degrees))

  test('goes round', () =>
    expect(turnBy(room(table(1, { rotation: 350 })), ids('t1'), 15).tables[0]?.rotation).toBe(5))
})

describe('several at once', () => {
  const three = room(
    table(1, { positionX: 100, positionY: 100 }),
    table(2, { positionX: 190, positionY: 220, width: 40 }),
    table(3, { positionX: 400, positionY: 130 }),
  )
  const all = ids('t1', 't2', 't3')
  const across = (plan: RoomPlan) => plan.tables.map((it) => it.positionX)
  const down = (plan: RoomPlan) => plan.tables.map((it) => it.positionY)

  test('stand in line', () => {
    expect(across(alignTo(three, all, 'left'))).toEqual([100, 100, 100])
    expect(across(alignTo(three, all, 'right'))).toEqual([400, 420, 400])
    expect(across(alignTo(three, all, 'centre'))).toEqual([250, 260, 250])
    expect(down(alignTo(three, all, 'top'))).toEqual([100, 100, 100])
    expect(down(alignTo(three, all, 'middle'))).toEqual([160, 160, 160])
    expect(down(alignTo(three, all, 'bottom'))).toEqual([220, 220, 220])
  })

  test('have the same room between them', () => {
    expect(across(spreadOut(three, all, 'across'))).toEqual([100, 260, 400])
    expect(spreadOut(three, ids('t1', 't2'), 'across')).toBe(three)
  })

  test('are chosen by a frame, drawn from any corner', () => {
    expect(idsWithin(three, { x: 240, y: 250 }, { x: 150, y: 120 })).toEqual(ids('t1', 't2'))
    expect(idsWithin(three, { x: 0, y: 0 }, { x: 50, y: 50 })).toEqual(ids())
  })
})

describe('what stands on something else', () => {
  test('is told in words, turned tables too', () => {
    const [a, b] = [table(1), table(2, { positionX: 170, width: 60, height: 20, positionY: 110 })]
    expect(overlapsOf(room(a, b))).toEqual([])
    const plan = room(a, { ...b, positionX: 150 }, table(3, { positionX: 420, positionY: 380 }))
    expect(describeOverlaps(overlapsOf(plan))).toBe('Table 1 and Table 2 overlap. Table 3 and Bar overlap.')
  })

  test('is judged by its own outline, not by the box around it', () => {
    const [a, b] = [
      table(1, { positionX: 100, positionY: 100, width: 100, height: 20, rotation: 45 }),
      table(2, { positionX: 160, positionY: 60, width: 30, height: 30 }),
    ]
    expect(overlapsOf(room(a, b))).toEqual([])
    expect(overlapsOf(room(a, { ...b, positionY: 110 }))).toHaveLength(1)
  })

  test('side by side is not on each other', () =>
    expect(overlapsOf(room(table(1), table(2, { positionX: 160 })))).toEqual([]))
})

describe('the room', () => {
  test('takes furniture in, names it and lets it go', () => {
    const added = addPiece(room(), 'new', 'dj_booth')
    expect(added.furniture[1]).toMatchObject({ id: 'new', version: 0, label: 'DJ booth', positionX: 545 })
    expect(namePiece(added, 'new', 'Decks').furniture[1]?.label).toBe('Decks')
    expect(removePieces(added, ids('new', 'bar')).furniture).toEqual([])
  })

  test('marks two tables once, whichever was chosen first, and parts them', () => {
    const joined = joinTables(joinTables(room(table(1), table(2)), 't2', 't1'), 't1', 't2')
    expect(joined.pairs).toEqual([{ id: 't1 t2', tableId: 't1', withTableId: 't2' }])
    expect(partTables(joined, 't1 t2').pairs).toEqual([])
  })

  test('gives tables a zone and seats', () => {
    const plan = setSeats(setZone(room(table(1), table(2)), ids('t1'), 'Left Green Vip'), 't2', 0)
    expect(plan.tables.map((it) => [it.location, it.maxGuests])).toEqual([
      ['Left Green Vip', 4],
      ['Floor Seating', 1],
    ])
  })
})
