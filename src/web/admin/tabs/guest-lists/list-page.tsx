import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { listPath, termsText } from '#features/guest-lists/rules.ts'
import type { GuestList } from '#features/guest-lists/schema.ts'
import type { EntryShown } from '#features/reservation-management/list/figures/schema.ts'
import { formatDate } from '#lib/venue-time.ts'
import { countText } from '#lib/text/count.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { LoadFailure, LoadingRows } from '#ui/admin/lists/list-states.tsx'
import { TabHead } from '#ui/admin/panel.tsx'
import { StateNote } from '#ui/state.tsx'
import { showToast } from '#ui/toasts/toasts.ts'
import { useCan } from '#web/admin/auth/current-user.ts'
import { apiFetch, toastFailure } from '#web/admin/data/api-client.ts'
import { DownloadLink } from '#web/admin/data/files/download-link.tsx'
import { AddNames } from './add-names.tsx'
import { EntryForm } from './entry-form.tsx'
import { EntryRows, RemovedEntries } from './entry-rows.tsx'
import { LISTS_KEY, LISTS_PATH, opened } from './list-fields.ts'
import { ListForm } from './list-form.tsx'
import { ToldNotice } from './told-notice.tsx'

/** Narrow on a phone, where the head has four of them in one row. */
const HEAD_BUTTON = 'no-print max-sm:px-2.5'

/** One guest list: its terms and link, a line to add names, and its guests. */
export function ListPage({ id }: { id: string }) {
  const shown = useQuery({
    queryKey: [...LISTS_KEY, 'list', id],
    staleTime: 0,
    queryFn: async ({ signal }) => (await apiFetch(`${LISTS_PATH}/${id}`, { signal })).item,
  })
  const canEdit = useCan('guest_lists.edit')
  const [isEditing, setEditing] = useState(false)
  const [entry, setEntry] = useState<EntryShown | null>(null)
  if (!shown.data)
    return shown.error ? (
      <LoadFailure what="The guest list" text={shown.error.message} onRetry={() => void shown.refetch()} />
    ) : (
      <LoadingRows label="Loading the guest list" />
    )
  const { list, night, entries, told } = shown.data
  const standing = entries.filter(({ removedAt }) => removedAt === null)
  const removed = entries.filter(({ removedAt }) => removedAt !== null)
  const arrived = entries.reduce((sum, it) => sum + it.arrived, 0)
  return (
    <div className="night-list flex flex-col gap-5">
      <TabHead title={list.name}>
        <Link to="/admin/guest-lists" className={buttonClass('quiet', 'no-print max-sm:px-0')}>
          All lists
        </Link>
        <Button look="outline" className={HEAD_BUTTON} onClick={() => window.print()}>
          Print
        </Button>
        {canEdit ? (
          <>
            <DownloadLink
              href={`${LISTS_PATH}/${id}/csv`}
              fileName="guest-list.csv"
              failure="Error downloading the guest list"
              className={buttonClass('outline', HEAD_BUTTON)}
            >
              CSV
            </DownloadLink>
            <Button look="outline" className={HEAD_BUTTON} onClick={() => setEditing(true)}>
              Edit
            </Button>
            <OpenButton list={list} />
          </>
        ) : null}
      </TabHead>
      <p className="text-sand">
        {[night.title, formatDate(night.date, 'medium'), list.promoter, termsText(list)]
          .filter((it) => it !== '')
          .join(' · ')}{' '}
        {list.isOpen ? null : <Badge>Closed</Badge>}
      </p>
      <p className="font-semibold tabular-nums">
        {list.guests} of {countText(list.maxGuests, 'guest')} listed, {arrived} arrived
      </p>
      {told ? <ToldNotice told={told} /> : null}
      {canEdit && list.isOpen ? <ShareLink code={list.code} /> : null}
      {canEdit ? <AddNames listId={id} /> : null}
      {standing.length === 0 ? (
        <StateNote title="No names yet" text="Add them here, or share the link of the list." />
      ) : (
        <EntryRows entries={standing} canEdit={canEdit} onEdit={setEntry} />
      )}
      {removed.length === 0 ? null : <RemovedEntries entries={removed} canEdit={canEdit} />}
      {isEditing ? (
        <ListForm
          list={list}
          nights={[]}
          onSaved={() => setEditing(false)}
          onClose={() => setEditing(false)}
        />
      ) : null}
      {entry ? <EntryForm key={entry.id} entry={entry} onClose={() => setEntry(null)} /> : null}
    </div>
  )
}

function OpenButton({ list }: { list: GuestList }) {
  const queries = useQueryClient()
  const saving = useMutation({
    mutationFn: (isOpen: boolean) =>
      apiFetch(`${LISTS_PATH}/${list.id}`, { method: 'PUT', json: opened(list, isOpen) }),
    onSuccess: ({ item }) =>
      showToast({
        tone: 'good',
        title: item.isOpen ? 'List opened' : 'List closed',
        text: item.isOpen
          ? 'Guests can put themselves on it.'
          : 'Guests cannot put themselves on it any more.',
      }),
    onError: (error) => toastFailure('Error saving the list', error),
    onSettled: () => queries.invalidateQueries({ queryKey: LISTS_KEY }),
  })
  return (
    <Button
      look="outline"
      className={HEAD_BUTTON}
      disabled={saving.isPending}
      onClick={() => saving.mutate(!list.isOpen)}
    >
      {list.isOpen ? 'Close list' : 'Open list'}
    </Button>
  )
}

/** Public address of the list, to be copied into a message. */
function ShareLink({ code }: { code: string }) {
  const address = `${window.location.origin}${listPath(code)}`
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(address)
      showToast({ tone: 'good', title: 'Link copied', text: address })
    } catch (error) {
      toastFailure('The link could not be copied', error)
    }
  }
  return (
    <p className="no-print flex flex-wrap items-center gap-x-3">
      <a
        href={listPath(code)}
        target="_blank"
        rel="noopener"
        className="py-2.5 wrap-anywhere text-brass underline"
      >
        {address}
      </a>
      <Button look="outline" className="px-4" onClick={() => void copy()}>
        Copy link
      </Button>
    </p>
  )
}
