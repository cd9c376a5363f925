import { SidePanel } from '#ui/admin/lists/side-panel.tsx'
import { GuestRecord } from './guest-record.tsx'
import { MergeButton } from './guest-merge.tsx'
import { useGuest } from './use-guests.ts'

/** A guest beside the list. */
export function GuestPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useGuest(id)
  return (
    <SidePanel id={id} title={query.data?.name ?? 'Guest'} page={`/admin/guests/${id}`} onClose={onClose}>
      <GuestRecord query={query} />
      {query.data ? <MergeButton guest={query.data} /> : null}
    </SidePanel>
  )
}
