import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { capitalized } from '#lib/text/capitalized.ts'
import { countText } from '#lib/text/count.ts'
import { UNDO_MS } from '#lib/undo-window.ts'
import { ConfirmDialog } from '#ui/admin/confirm-dialog.tsx'
import { showToast } from '#ui/toasts/toasts.ts'
import { failureText } from '../data/api-client.ts'
import { ReportDialog } from './report-dialog.tsx'
import { outcomeText } from './selection-copy.ts'

type Versioned = { readonly id: string; readonly version: number }

/** How the records of one list are changed. */
type Kind<Item> = {
  readonly noun: string
  readonly plural: string
  readonly queryKey: QueryKey
  readonly nameOf: (item: Item) => string
  readonly pageOf: (item: Item) => string
  /** Saves a record over a version of it. */
  readonly save: (item: Item, version: number) => Promise<Item>
}

/** `Set` the selected inquiries `to Won`? 3 `set` `to Won` */
type Words = { readonly verb: string; readonly done: string; readonly to: string }

/** One change of several records. */
export type BulkChange<Item> = {
  readonly items: readonly Item[]
  readonly words: Words
  readonly change: (item: Item) => Item
  /** Whether a record is so already. */
  readonly isSo: (item: Item) => boolean
  /** In place of the question about the selected records, and of their number. */
  readonly question?: string
  /** Consequences of the change, shown below the question. */
  readonly note?: ReactNode
}

/** Result for a record: its state after the change, or the reason of the refusal. */
type Outcome<Item> = { readonly before: Item } & ({ readonly after: Item } | { readonly refusal: string })

type Save<Item> = { readonly item: Item; readonly before: Item; readonly version: number }

/** Saves one record after the other. A refusal leaves the others. */
async function saveEach<Item>(
  saves: readonly Save<Item>[],
  save: Kind<Item>['save'],
  onCount: (done: number) => void = () => undefined,
): Promise<Outcome<Item>[]> {
  const outcomes: Outcome<Item>[] = []
  for (const { item, before, version } of saves) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      outcomes.push({ before, after: await save(item, version) })
    } catch (error) {
      outcomes.push({ before, refusal: failureText(error) })
    }
    onCount(outcomes.length)
  }
  return outcomes
}

const doneOf = <Item,>(outcomes: readonly Outcome<Item>[]) =>
  outcomes.flatMap((it) => ('after' in it ? [it] : []))

/** Restores changed records as they were, unless another staff member changed them since. */
function useBulkUndo<Item extends Versioned>({ noun, plural, queryKey, nameOf, save }: Kind<Item>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (done: readonly { before: Item; after: Item }[]) =>
      saveEach(
        done.map(({ before, after }) => ({ item: before, before, version: after.version })),
        save,
      ),
    onSuccess(outcomes) {
      const { length } = doneOf(outcomes)
      const kept = outcomes.flatMap((it) =>
        'refusal' in it ? [`${capitalized(nameOf(it.before))}: ${it.refusal}`] : [],
      )
      if (length > 0)
        showToast({
          tone: 'good',
          title: 'Undone',
          text: `${countText(length, noun, plural)} ${length === 1 ? 'is as it was' : 'are as they were'}.`,
        })
      if (kept.length > 0) showToast({ tone: 'bad', title: 'Not undone', text: kept.join(' ') })
    },
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
}

type Report = Omit<ComponentProps<typeof ReportDialog>, 'onClose'>

/** Sends a change of several records, and keeps the refusals for the report. */
function useBulkAct<Item extends Versioned>(kind: Kind<Item>) {
  const { noun, queryKey, nameOf, pageOf, save } = kind
  const queries = useQueryClient()
  const undo = useBulkUndo(kind)
  const [done, setDone] = useState(0)
  const [report, setReport] = useState<Report | null>(null)
  const act = useMutation({
    mutationFn({ items, change, isSo }: BulkChange<Item>) {
      setDone(0)
      const saves = items
        .filter((it) => !isSo(it))
        .map((before) => ({ item: change(before), before, version: before.version }))
      return saveEach(saves, save, setDone)
    },
    onSuccess(outcomes, { items, words }) {
      const changed = doneOf(outcomes)
      const rows = outcomes.flatMap((it) =>
        'refusal' in it
          ? [{ id: it.before.id, title: nameOf(it.before), text: it.refusal, page: pageOf(it.before) }]
          : [],
      )
      const text = outcomeText(
        { done: changed.length, unchanged: items.length - outcomes.length, refused: rows.length },
        `${words.done} ${words.to}`,
      )
      const onUndo = changed.length > 0 ? () => undo.mutate(changed) : undefined
      if (rows.length > 0) setReport({ title: text, rows, onUndo })
      else if (onUndo)
        showToast({
          tone: 'good',
          title: `${capitalized(noun)} updated successfully!`,
          text,
          staysMs: UNDO_MS,
          action: { label: 'Undo', onPress: onUndo },
        })
    },
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
  return { act, done, report, closeReport: () => setReport(null) }
}

type Counted = Pick<Kind<unknown>, 'noun' | 'plural'> & { readonly changed: number }

/** `Set 3 inquiries to Won. 1 is so already.` */
function planText(
  { items, words }: Pick<BulkChange<unknown>, 'items' | 'words'>,
  { changed, noun, plural }: Counted,
): string {
  const unchanged = items.length - changed
  const same = unchanged === 0 ? '' : ` ${unchanged} ${unchanged === 1 ? 'is' : 'are'} so already.`
  return changed === 0
    ? 'All of them are so already.'
    : `${words.verb} ${countText(changed, noun, plural)} ${words.to}.${same}`
}

/** Changes the selected records after a question, with Undo for ten seconds and a reason per refusal. */
export function useBulkChange<Item extends Versioned>(kind: Kind<Item>) {
  const { noun, plural } = kind
  const [asked, ask] = useState<BulkChange<Item> | null>(null)
  const { act, done, report, closeReport } = useBulkAct(kind)
  const changed = asked?.items.filter((it) => !asked.isSo(it)).length ?? 0
  const dialogs = (
    <>
      {asked ? (
        <ConfirmDialog
          isOpen
          question={asked.question ?? `${asked.words.verb} the selected ${plural} ${asked.words.to}?`}
          confirm={act.isPending ? `${done} of ${changed} done…` : `${asked.words.verb} ${asked.words.to}`}
          cancel="Go back"
          isGrave={false}
          isBusy={act.isPending}
          canConfirm={changed > 0}
          onConfirm={() => act.mutate(asked, { onSettled: () => ask(null) })}
          onClose={() => ask(null)}
        >
          {asked.question && changed > 0 ? null : (
            <p role="status" className="text-sand">
              {planText(asked, { changed, noun, plural })}
            </p>
          )}
          {changed > 0 ? asked.note : null}
        </ConfirmDialog>
      ) : null}
      {report ? <ReportDialog {...report} onClose={closeReport} /> : null}
    </>
  )
  return { ask, dialogs }
}
