import { mergeParties } from '#features/reservation-management/tonight/rules.ts'
import type { Snapshot } from '#features/reservation-management/check-in/schema.ts'
import { fetchSnapshot } from '../api.ts'
import { containedIn, unsentOf } from '../check-in-state.ts'
import { MAX_AGE_MS, readClock } from '../device-clock.ts'
import { deleteSnapshot, saveSnapshot } from '../device-store.ts'
import type { Parts } from './parts.ts'
import { showRefusal } from './refusals.ts'
import { handleRefusal } from './session-end.ts'
import { readActs, tryToStore } from './stored-acts.ts'

/** The whole list of now: the last one with the changes, or read anew. */
async function readList({ store, reported }: Parts): Promise<Snapshot> {
  const { snapshot: before, acts } = store.get()
  const unsent = unsentOf(acts).length
  const answer = await fetchSnapshot(before?.at ?? null, unsent)
  reported.unsent = unsent
  const isSameSession = before === null || before.sessionId === answer.sessionId
  const parties = mergeParties(before ?? undefined, answer)
  const known = answer.isWhole || before?.date !== answer.date ? [] : before.ownCounts
  const ownCounts = [...new Set([...known, ...answer.ownCounts])]
  if (parties && (answer.isWhole || isSameSession)) return { ...answer, parties, ownCounts }
  const whole = await fetchSnapshot(null, unsent)
  return { ...whole, parties: mergeParties(undefined, whole) ?? whole.parties }
}

async function readOnce(parts: Parts): Promise<void> {
  const { store, queue, announce } = parts
  try {
    const sent = (await queue.list()).filter(({ state }) => state === 'sent')
    const snapshot = await readList(parts)
    const savedAt = Date.now()
    Object.assign(parts.clock, { reading: readClock(), isWrong: false })
    const isContained = containedIn(snapshot, {
      sentBefore: new Set(sent.map(({ act }) => act.id)),
      savedAt: Date.parse(snapshot.at),
      maxAgeMs: MAX_AGE_MS,
    })
    // In one step: no count is shown twice, or falls back, while the device stores the list.
    const acts = store.get().acts.filter((act) => !isContained(act))
    store.set({ snapshot, savedAt, former: null, phase: 'ready', acts })
    showRefusal(parts, 'read', null)
    // A night that is closed leaves no list on the device.
    await tryToStore(parts, () =>
      snapshot.isClosed ? deleteSnapshot() : saveSnapshot({ snapshot, savedAt }),
    )
    await queue.prune(isContained)
    await readActs(parts)
    announce('list')
  } catch (error) {
    if (store.get().phase === 'starting') store.set({ phase: 'no_list' })
    await handleRefusal(parts, error, 'read')
  }
}

/** Reads the changes, one request at a time, and once more if a change was announced meanwhile. */
export function createReader(parts: Parts): () => Promise<void> {
  let reading: Promise<void> | null = null
  let isWanted = false
  return async function read(): Promise<void> {
    if (reading) {
      isWanted = true
      return reading
    }
    reading = readOnce(parts)
    await reading
    reading = null
    if (!isWanted) return
    isWanted = false
    await read()
  }
}
