import { COVER_LABELS } from '#features/payments/cover/rules.ts'
import type { CoverItem } from '#features/payments/cover/schema.ts'
import { coverProblem, itemsOf } from '#features/reservation-management/arrivals/cover/rules.ts'
import type { CoverCorrectionForm, NightCover } from './schema.ts'

/** `2 full, 1 comp` */
export const itemsText = (items: readonly CoverItem[]): string =>
  items.map(({ kind, guests }) => `${guests} ${COVER_LABELS[kind].toLowerCase()}`).join(', ')

type Typed = Omit<CoverCorrectionForm, 'key' | 'insteadKey' | 'reason'>

/** The items of a correction, without the kinds of which there is no guest. */
export const correctItems = ({ fullEach, reducedEach, ...counts }: Typed): CoverItem[] =>
  itemsOf(counts, { fullCents: fullEach, reducedCents: reducedEach })

const inOrder = (a: string, b: string): number => a.localeCompare(b)

const sameText = ({ items, method }: Pick<NightCover, 'items' | 'method'>): string =>
  JSON.stringify([
    method,
    items.map(({ kind, guests, eachCents }) => `${kind} ${guests} ${eachCents}`).toSorted(inOrder),
  ])

/** Refusal text of a correction; null where it can be recorded. */
export function correctionProblem(wrong: NightCover, form: CoverCorrectionForm): string | null {
  if (wrong.isTakenBack) return 'This cover was taken back already. Look at the list again.'
  const items = correctItems(form)
  if (items.length === 0) return null
  const { key: id, method } = form
  const problem = coverProblem({ kind: 'cover', id, at: wrong.at, night: '', items, method })
  if (problem !== null) return problem
  return sameText({ items, method: paidMethod(items, method) }) === sameText(wrong)
    ? 'That is how it was recorded. Change a number, a price or the method.'
    : null
}

/** Whether a correction says the same as the one that was recorded under its keys; that one may have recorded no cover. */
export function isSameCorrection(
  recorded: Pick<NightCover, 'items' | 'method'> | undefined,
  form: CoverCorrectionForm,
): boolean {
  const items = correctItems(form)
  return (
    sameText({ items, method: paidMethod(items, form.method) }) ===
    sameText(recorded ?? { items: [], method: null })
  )
}

/** The method of cover: none where no guest pays. */
export const paidMethod = (items: readonly CoverItem[], method: NightCover['method']): NightCover['method'] =>
  items.some(({ kind }) => kind === 'full' || kind === 'reduced') ? method : null
