import { Link } from 'react-router'
import { buttonClass } from '#ui/button.tsx'
import { TabHead } from '#ui/admin/panel.tsx'
import { GuestRecord } from './guest-record.tsx'
import { MergeButton } from './guest-merge.tsx'
import { useGuest } from './use-guests.ts'

/** Page of one guest. */
export function GuestPage({ id }: { id: string }) {
  const query = useGuest(id)
  return (
    <>
      <TabHead title={query.data?.name ?? 'Guest'}>
        {query.data ? <MergeButton guest={query.data} /> : null}
        <Link to="/admin/guests" className={buttonClass('outline')}>
          All guests
        </Link>
      </TabHead>
      <GuestRecord query={query} />
    </>
  )
}
