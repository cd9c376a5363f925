import type { Place } from '#features/floor-plan/chart/schema.ts'
import { nameOf } from '#features/floor-plan/rules.ts'
import type { PlanChange, PlanItem, PlanPiece, RoomPlan } from '#features/floor-plan/schema.ts'
import type { StaffTable } from '#features/floor-plan/tables/schema.ts'
import type { JsonRecord } from '#lib/changes.ts'
import type { Draft } from './schema.ts'

const MAX_STEPS = 100

export const startDraft = (room: RoomPlan): Draft => ({
  seen: room,
  past: [],
  now: room,
  future: [],
  gesture: null,
})

/** Adds a step to the undo history. Moves with the same gesture id (a drag, a held key) form one step. */
export function addStep(draft: Draft, now: RoomPlan, gesture: string | null = null): Draft {
  if (!hasDifference(draft.now, now)) return draft
  const isSameGesture = gesture !== null && gesture === draft.gesture
  const past = isSameGesture ? draft.past : [...draft.past, draft.now].slice(-MAX_STEPS)
  return { ...draft, past, now, future: [], gesture }
}

export function undoStep(draft: Draft): Draft {
  const before = draft.past.at(-1)
  if (!before) return draft
  return {
    ...draft,
    past: draft.past.slice(0, -1),
    now: before,
    future: [draft.now, ...draft.future],
    gesture: null,
  }
}

export function redoStep(draft: Draft): Draft {
  const [after, ...future] = draft.future
  if (!after) return draft
  return { ...draft, past: [...draft.past, draft.now], now: after, future, gesture: null }
}

/** Rebases the draft onto the current plan: local changes win, everything else follows the server. */
export const refreshDraft = (draft: Draft, room: RoomPlan): Draft => rebase(draft, draft.seen, room)

/** Rebases the draft after `sent` was saved. Undo stays possible and leads to states that can be saved again. */
export const settleDraft = (draft: Draft, sent: RoomPlan, room: RoomPlan): Draft => rebase(draft, sent, room)

function rebase(draft: Draft, base: RoomPlan, theirs: RoomPlan): Draft {
  const onto = (mine: RoomPlan): RoomPlan => merge({ base, mine, theirs })
  return {
    seen: theirs,
    past: draft.past.map(onto),
    now: onto(draft.now),
    future: draft.future.map(onto),
    gesture: null,
  }
}

type ThreeWay<It> = { readonly base: It; readonly mine: It; readonly theirs: It }

function merge({ base, mine, theirs }: ThreeWay<RoomPlan>): RoomPlan {
  const tables = mergeLists({ base: base.tables, mine: mine.tables, theirs: theirs.tables }, (it) => ({
    ...it.theirs,
    ...mergePlace(it),
    maxGuests: pick(it, 'maxGuests'),
    location: pick(it, 'location'),
  }))
  const furniture = mergeLists(
    { base: base.furniture, mine: mine.furniture, theirs: theirs.furniture },
    (it) => ({ ...it.theirs, ...mergePlace(it), label: pick(it, 'label') }),
  )
  const pairs = mergeLists({ base: base.pairs, mine: mine.pairs, theirs: theirs.pairs }, (it) => it.theirs)
  const ids = new Set(tables.map((it) => it.id))
  return {
    tables,
    furniture,
    pairs: pairs.filter((it) => ids.has(it.tableId) && ids.has(it.withTableId)),
  }
}

const byId = <It extends { readonly id: string }>(items: readonly It[]): Map<string, It> =>
  new Map(items.map((it) => [it.id, it]))

function mergeLists<It extends { readonly id: string }>(
  { base, mine, theirs }: ThreeWay<readonly It[]>,
  mergeOne: (it: ThreeWay<It>) => It,
): It[] {
  const [was, own, now] = [byId(base), byId(mine), byId(theirs)]
  const kept = theirs.flatMap((it) => {
    const ours = own.get(it.id)
    if (!ours) return was.has(it.id) ? [] : [it]
    return [mergeOne({ base: was.get(it.id) ?? it, mine: ours, theirs: it })]
  })
  return [...kept, ...mine.filter((it) => !was.has(it.id) && !now.has(it.id))]
}

function pick<It, Key extends keyof It>({ base, mine, theirs }: ThreeWay<It>, key: Key): It[Key] {
  return mine[key] === base[key] ? theirs[key] : mine[key]
}

const placeOf = ({ positionX, positionY, width, height, rotation }: Place): Place => ({
  positionX,
  positionY,
  width,
  height,
  rotation,
})
const isSamePlace = (a: Place, b: Place): boolean =>
  a.positionX === b.positionX &&
  a.positionY === b.positionY &&
  a.width === b.width &&
  a.height === b.height &&
  a.rotation === b.rotation

/** A position merges as a whole: half of each side would be a position that no user chose. */
const mergePlace = ({ base, mine, theirs }: ThreeWay<Place>): Place =>
  placeOf(isSamePlace(base, mine) ? theirs : mine)

const isSameTable = (a: StaffTable, b: StaffTable): boolean =>
  isSamePlace(a, b) && a.maxGuests === b.maxGuests && a.location === b.location
const isSamePiece = (a: PlanPiece, b: PlanPiece): boolean => isSamePlace(a, b) && a.label === b.label

/** Computes the changes to save, as a diff between the plan as read and the draft. */
export const changesOf = ({ seen, now }: Pick<Draft, 'seen' | 'now'>): PlanChange => {
  const was = { tables: byId(seen.tables), furniture: byId(seen.furniture), pairs: byId(seen.pairs) }
  const [pieces, pairs] = [byId(now.furniture), byId(now.pairs)]
  return {
    tables: now.tables.flatMap((it) => {
      const before = was.tables.get(it.id)
      if (!before || isSameTable(before, it)) return []
      const { id, maxGuests, location } = it
      return [{ id, version: before.version, ...placeOf(it), maxGuests, location }]
    }),
    furniture: now.furniture.flatMap((it) => {
      const before = was.furniture.get(it.id)
      if (before && isSamePiece(before, it)) return []
      return [{ id: it.id, version: before?.version ?? 0, ...placeOf(it), kind: it.kind, label: it.label }]
    }),
    removed: seen.furniture.filter((it) => !pieces.has(it.id)).map(({ id, version }) => ({ id, version })),
    joined: now.pairs.filter((it) => !was.pairs.has(it.id)).map(({ id: _id, ...pair }) => pair),
    parted: seen.pairs.filter((it) => !pairs.has(it.id)).map(({ id: _id, ...pair }) => pair),
  }
}

export const countChanges = (change: PlanChange): number =>
  Object.values(change).reduce((sum, list) => sum + list.length, 0)

const hasDifference = (seen: RoomPlan, now: RoomPlan): boolean => countChanges(changesOf({ seen, now })) > 0

/** Conflicting edits of the same items: the base, the other editor's version and this draft. */
export type PlanConflict = {
  readonly ids: ReadonlySet<string>
  readonly base: JsonRecord
  readonly theirs: JsonRecord
  readonly mine: JsonRecord
}

/** Finds items changed both in this draft and on the server; null without a conflict. */
export function conflictOf({ seen, now }: Draft, room: RoomPlan): PlanConflict | null {
  const conflicts = [
    ...conflictsIn(
      { base: seen.tables, mine: now.tables, theirs: room.tables },
      ({ base, mine, theirs }) =>
        conflictsAt({ base, mine, theirs }) ||
        conflictsOn({ base, mine, theirs }, 'maxGuests') ||
        conflictsOn({ base, mine, theirs }, 'location'),
      isSameTable,
    ),
    ...conflictsIn(
      { base: seen.furniture, mine: now.furniture, theirs: room.furniture },
      (it) => conflictsAt(it) || conflictsOn(it, 'label'),
      isSamePiece,
    ),
  ]
  if (conflicts.length === 0) return null
  const side = (of: 'base' | 'mine' | 'theirs'): JsonRecord =>
    Object.fromEntries(conflicts.map((it) => [nameOf(it.base), describePlace(it[of])]))
  const ids = new Set(conflicts.map((it) => it.base.id))
  return { ids, base: side('base'), theirs: side('theirs'), mine: side('mine') }
}

/** Discards the draft's changes to these items and takes the server's. */
export function discardConflicts(draft: Draft, room: RoomPlan, ids: ReadonlySet<string>): Draft {
  const { seen, now } = draft
  const unless = <It extends { readonly id: string }>(base: readonly It[], mine: readonly It[]): It[] => [
    ...mine.filter((it) => !ids.has(it.id)),
    ...base.filter((it) => ids.has(it.id)),
  ]
  const back = {
    ...now,
    tables: unless(seen.tables, now.tables),
    furniture: unless(seen.furniture, now.furniture),
  }
  return refreshDraft(addStep(draft, back), room)
}

type ItemConflict<It> = { readonly base: It; readonly mine: It | undefined; readonly theirs: It | undefined }

function conflictsIn<It extends PlanItem>(
  { base, mine, theirs }: ThreeWay<readonly It[]>,
  conflicts: (it: ThreeWay<It>) => boolean,
  isSame: (a: It, b: It) => boolean,
): ItemConflict<It>[] {
  const [own, now] = [byId(mine), byId(theirs)]
  return base.flatMap((it): ItemConflict<It>[] => {
    const [ours, other] = [own.get(it.id), now.get(it.id)]
    const conflict = { base: it, mine: ours, theirs: other }
    if (ours && other) return conflicts({ base: it, mine: ours, theirs: other }) ? [conflict] : []
    // One editor removed the item, the other changed it.
    const left = ours ?? other
    return left && !isSame(it, left) ? [conflict] : []
  })
}

const conflictsAt = ({ base, mine, theirs }: ThreeWay<Place>): boolean =>
  !isSamePlace(base, mine) && !isSamePlace(base, theirs) && !isSamePlace(mine, theirs)

function conflictsOn<It>({ base, mine, theirs }: ThreeWay<It>, key: keyof It): boolean {
  return mine[key] !== base[key] && theirs[key] !== base[key] && mine[key] !== theirs[key]
}

/** `60 × 40 at 10, 20, turned 15°, seats 4, Floor Seating`: an item described for comparison. */
function describePlace(item: PlanItem | undefined): string {
  if (!item) return 'taken out of the room'
  const turn = item.rotation === 0 ? '' : `, turned ${item.rotation}°`
  const what = 'kind' in item ? `“${item.label}”` : `seats ${item.maxGuests}, ${item.location}`
  return `${item.width} × ${item.height} at ${item.positionX}, ${item.positionY}${turn}, ${what}`
}
