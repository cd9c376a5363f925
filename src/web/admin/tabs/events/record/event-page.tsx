import { useNavigate } from 'react-router'
import { Link } from 'react-router'
import { Button, buttonClass } from '#ui/button.tsx'
import { TabHead } from '#ui/admin/panel.tsx'
import { useRecordActions } from '#web/admin/data/use-records.tsx'
import { EventRecord } from './event-record.tsx'
import { EVENT_RECORDS, useEventActions } from '../use-event-actions.tsx'
import { latestEvent } from './night.ts'
import { useNight } from './use-night.ts'

// Prefix of the keys of lists, nights and choices, because a change on the page concerns them all.
const QUERY_KEY = ['events']

/** Page of one event with its parties, which can be printed. */
export default function EventPage({ id }: { id: string }) {
  const query = useNight(id)
  const event = latestEvent(query)
  const navigate = useNavigate()
  const { draftNotice, ...records } = useRecordActions({
    ...EVENT_RECORDS,
    queryKey: QUERY_KEY,
    only: id,
    onDeleted: () => void navigate('/admin/events'),
  })
  const { actions, dialogs } = useEventActions(records, QUERY_KEY)
  return (
    <div className="night-list flex flex-col gap-5">
      <TabHead title={event?.title ?? 'Event'}>
        <Link to="/admin/events" className={buttonClass('quiet', 'no-print')}>
          All events
        </Link>
        {event ? (
          <a
            href={`/events/${event.slug}`}
            target="_blank"
            rel="noopener"
            className={buttonClass('outline', 'no-print')}
          >
            Preview
          </a>
        ) : null}
        <Button look="outline" className="no-print" onClick={() => window.print()}>
          Print
        </Button>
      </TabHead>
      {draftNotice}
      <EventRecord query={query} {...actions} />
      {dialogs}
    </div>
  )
}
