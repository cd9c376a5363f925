import type { StaffEvent } from '#features/events/management/schema.ts'
import { SidePanel } from '#ui/admin/lists/side-panel.tsx'
import { type EventActions, nightPath } from '../event-actions.tsx'
import { EventRecord } from './event-record.tsx'
import { latestEvent } from './night.ts'
import { useNight } from './use-night.ts'

type Props = EventActions & {
  readonly id: string
  /** The event as the list has it, which is shown while the parties are loaded. */
  readonly listed: StaffEvent | undefined
  readonly onClose: () => void
}

/** An event beside the list. */
export function EventPanel({ id, listed, onClose, ...actions }: Props) {
  const query = useNight(id)
  const event = latestEvent(query, listed)
  return (
    <SidePanel id={id} title={event?.title ?? 'Event'} page={nightPath({ id })} onClose={onClose}>
      <EventRecord query={query} listed={listed} {...actions} />
    </SidePanel>
  )
}
