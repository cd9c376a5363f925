import { RecordPageHead } from '#ui/admin/lists/record-page.tsx'
import { GuestRecord } from './guest-record.tsx'
import { MergeButton } from './guest-merge.tsx'
import { useGuest } from './use-guests.ts'

/** Page of one guest. */
export function GuestPage({ id }: { id: string }) {
  const query = useGuest(id)
  return (
    <>
      <RecordPageHead title={query.data?.name ?? 'Guest'} back={{ to: '/admin/guests', label: 'All guests' }}>
        {query.data ? <MergeButton guest={query.data} /> : null}
      </RecordPageHead>
      <GuestRecord query={query} />
    </>
  )
}
