import { describe, expect, test } from 'vitest'
import { addPiece, joinTables, moveBy, removePieces, setSeats, turnBy } from '../rules.ts'
import type { RoomPlan } from '../schema.ts'
import type { StaffTable } from '../tables/schema.ts'
import {
  changesOf,
  countChanges,
  addStep,
  conflictOf,
  redoStep,
  refreshDraft,
  settleDraft,
  startDraft,
  undoStep,
  discardConflicts,
} from './rules.ts'

const table = (tableNumber: number, positionX: number): StaffTable => ({
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
  positionX,
  positionY: 100,
  width: 60,
  height: 60,
  rotation: 0,
})
const room: RoomPlan = { tables: [table(1, 100), table(2, 200)], furniture: [], pairs: [] }
const one = new Set(['t1'])
const moved = (plan: RoomPlan, x: number, id = 't1') => moveBy(plan, new Set([id]), { x, y: 0 })
const xs = ({ now }: { now: RoomPlan }) => now.tables.map((it) => it.positionX)
/** The plan as the server returns it after a save. */
const asSaved = (plan: RoomPlan, ...ids: string[]): RoomPlan => ({
  ...plan,
  tables: plan.tables.map((it) => (ids.includes(it.id) ? { ...it, version: it.version + 1 } : it)),
  furniture: plan.furniture.map((it) => ({ ...it, version: it.version + 1 })),
})

describe('undo and redo', () => {
  test('go back and forth through moves, furniture and pairs alike', () => {
    const steps = [
      (plan: RoomPlan) => moved(plan, 10),
      (plan: RoomPlan) => addPiece(plan, 'f1', 'bar'),
      (plan: RoomPlan) => joinTables(plan, 't1', 't2'),
      (plan: RoomPlan) => turnBy(plan, one, 15),
    ]
    const draft = steps.reduce((it, step) => addStep(it, step(it.now)), startDraft(room))
    const back = undoStep(undoStep(undoStep(draft)))
    expect(back.now).toEqual(moved(room, 10))
    expect(redoStep(redoStep(redoStep(back))).now).toEqual(draft.now)
    expect(undoStep(undoStep(back)).now).toEqual(room)
  })

  test('take a drag as one step, and two drags as two', () => {
    let draft = startDraft(room)
    for (const x of [5, 10, 15]) draft = addStep(draft, moved(room, x), 'drag 1')
    draft = addStep(draft, moved(draft.now, 100), 'drag 2')
    expect(xs(draft)).toEqual([215, 200])
    expect(xs(undoStep(draft))).toEqual([115, 200])
    expect(xs(undoStep(undoStep(draft)))).toEqual([100, 200])
  })

  test('remember nothing of what changes nothing', () => {
    const draft = addStep(startDraft(room), moved(room, 0))
    expect(draft.past).toEqual([])
  })

  test('forget the way forth once something else is done', () => {
    const draft = addStep(undoStep(addStep(startDraft(room), moved(room, 10))), moved(room, 20))
    expect(redoStep(draft)).toBe(draft)
  })
})

describe('what is to be saved', () => {
  test('is what differs from the room as it was read', () => {
    const plan = joinTables(addPiece(moved(room, 10), 'f1', 'bar'), 't2', 't1')
    const change = changesOf({ seen: room, now: plan })
    expect(change).toMatchObject({
      tables: [{ id: 't1', version: 1, positionX: 110, maxGuests: 4 }],
      furniture: [{ id: 'f1', version: 0, kind: 'bar' }],
      joined: [{ tableId: 't1', withTableId: 't2' }],
      removed: [],
      parted: [],
    })
    expect(countChanges(change)).toBe(3)
    const back = changesOf({ seen: asSaved(plan, 't1'), now: room })
    expect(back).toMatchObject({ removed: [{ id: 'f1', version: 1 }], joined: [], furniture: [] })
    expect(back.parted).toHaveLength(1)
    expect(back.tables).toMatchObject([{ id: 't1', version: 2, positionX: 100 }])
  })

  test('is nothing once it was saved, and the way back leads to what can be saved again', () => {
    const draft = addStep(startDraft(room), addPiece(moved(room, 10), 'f1', 'bar'))
    const settled = settleDraft(draft, draft.now, asSaved(draft.now, 't1'))
    expect(countChanges(changesOf(settled))).toBe(0)
    const back = undoStep(settled)
    expect(xs(back)).toEqual([100, 200])
    expect(changesOf(back)).toMatchObject({
      tables: [{ id: 't1', version: 2, positionX: 100 }],
      removed: [{ id: 'f1', version: 1 }],
    })
  })

  test('keeps what was done while it was being saved', () => {
    const sent = addStep(startDraft(room), moved(room, 10))
    const draft = addStep(sent, moved(sent.now, 30, 't2'))
    const settled = settleDraft(draft, sent.now, asSaved(sent.now, 't1'))
    expect(changesOf(settled).tables).toMatchObject([{ id: 't2', version: 1, positionX: 230 }])
  })
})

describe('two who arrange the room at once', () => {
  const mine = addStep(startDraft(room), moved(room, 10))

  test('keep what each changed, where it was not the same', () => {
    const theirs = asSaved(setSeats(moved(room, 50, 't2'), 't1', 6), 't1', 't2')
    expect(conflictOf(mine, theirs)).toBeNull()
    const draft = refreshDraft(mine, theirs)
    expect(xs(draft)).toEqual([110, 250])
    expect(changesOf(draft).tables).toMatchObject([{ id: 't1', version: 2, positionX: 110, maxGuests: 6 }])
    expect(xs(undoStep(draft))).toEqual([100, 250])
  })

  test('are shown both versions of what both changed, and either can be kept', () => {
    const theirs = asSaved(turnBy(moved(moved(room, 30), 5, 't2'), one, 15), 't1', 't2')
    const conflict = conflictOf(mine, theirs)
    expect(conflict).toEqual({
      ids: one,
      base: { 'Table 1': '60 × 60 at 100, 100, seats 4, Floor Seating' },
      theirs: { 'Table 1': '60 × 60 at 130, 100, turned 15°, seats 4, Floor Seating' },
      mine: { 'Table 1': '60 × 60 at 110, 100, seats 4, Floor Seating' },
    })
    expect(changesOf(refreshDraft(mine, theirs)).tables).toMatchObject([
      { id: 't1', version: 2, positionX: 110, rotation: 0 },
    ])
    const yielded = discardConflicts(mine, theirs, one)
    expect(xs(yielded)).toEqual([130, 205])
    expect(countChanges(changesOf(yielded))).toBe(0)
  })

  test('see that the other took out what was changed here', () => {
    const withBar = asSaved(addPiece(room, 'f1', 'bar'))
    const draft = addStep(startDraft(withBar), moveBy(withBar, new Set(['f1']), { x: 10, y: 0 }))
    const theirs = removePieces(withBar, new Set(['f1']))
    expect(conflictOf(draft, theirs)).toMatchObject({ theirs: { Bar: 'taken out of the room' } })
    expect(refreshDraft(draft, theirs).now.furniture).toEqual([])
    const gone = { ...room, tables: room.tables.slice(1) }
    expect(refreshDraft(addStep(startDraft(room), joinTables(room, 't1', 't2')), gone).now.pairs).toEqual([])
  })
})
