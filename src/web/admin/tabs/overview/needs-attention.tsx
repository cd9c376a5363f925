import { Link } from 'react-router'
import type { Attention, AttentionKind } from '#features/dashboard/schema.ts'
import type { TextReply } from '#features/reminders/replies/schema.ts'
import { formatUsd } from '#lib/money.ts'
import { type CalendarDate } from '#lib/venue-time.ts'
import { shownDay } from '#ui/admin/shown-time.ts'
import { Panel } from '#ui/admin/panel.tsx'
import { Icon } from '#ui/icon.tsx'
import { TextReplies } from './text-replies.tsx'

type Shown = {
  readonly to: string | ((night: CalendarDate) => string)
  readonly one: string
  readonly many: string
}

const SHOWN: Record<AttentionKind, Shown> = {
  parties_to_move: {
    to: '/admin/tables?sort=status',
    one: 'party needs another table',
    many: 'parties need another table',
  },
  payment_issues: { to: '/admin/payments', one: 'payment issue', many: 'payment issues' },
  unconfirmed: {
    to: '/admin/reservations?status=pending&date=all',
    one: 'reservation to confirm',
    many: 'reservations to confirm',
  },
  due_tonight: {
    to: '/admin/tonight?state=due',
    one: 'party of tonight has to pay',
    many: 'parties of tonight have to pay',
  },
  nights_to_close: {
    to: (night) => `/admin/close-out?date=${night}`,
    one: 'night is over and not closed',
    many: 'nights are over and not closed',
  },
  admitted_twice: {
    to: (night) => `/admin/tonight?date=${night}&state=twice`,
    one: 'party may have been admitted twice',
    many: 'parties may have been admitted twice',
  },
  moved_guests: {
    to: (night) => `/admin/close-out?date=${night}`,
    one: 'party came, though moved to another night',
    many: 'parties came, though moved to another night',
  },
  low_ratings: {
    to: '/admin/feedback?rating=unseen',
    one: 'low rating to look at',
    many: 'low ratings to look at',
  },
  new_inquiries: { to: '/admin/inquiries?status=new', one: 'new inquiry', many: 'new inquiries' },
  new_table_requests: {
    to: '/admin/inquiries/tables?status=new',
    one: 'new table request',
    many: 'new table requests',
  },
  new_applications: {
    to: '/admin/applications?status=new',
    one: 'new application',
    many: 'new applications',
  },
}

type Props = { readonly items: readonly Attention[]; readonly replies: readonly TextReply[] }

const pathOf = ({ kind, night }: Attention): string => {
  const { to } = SHOWN[kind]
  return typeof to === 'string' ? to : to(night ?? '')
}

/** Tasks that wait for a member of staff, each a link to where it is done. */
export const NeedsAttention = ({ items, replies }: Props) => (
  <Panel>
    <h3 className="mb-1 text-xl">Needs attention</h3>
    {items.length === 0 && replies.length === 0 ? (
      <p className="text-dune">Nothing to do right now.</p>
    ) : items.length === 0 ? null : (
      <ul className="-mx-2 grid sm:grid-cols-2 xl:grid-cols-3">
        {items.map((item) => (
          <li key={`${item.kind} ${item.night}`}>
            <Link
              to={pathOf(item)}
              className="flex min-h-11 items-center gap-3 rounded-lg px-2 hover:bg-cocoa"
            >
              <span className="flex-1">
                <strong className="tabular-nums">{item.count}</strong>{' '}
                {SHOWN[item.kind][item.count === 1 ? 'one' : 'many']}
              </span>
              {item.night === null ? null : <span className="text-sand">{shownDay(item.night)}</span>}
              {item.cents === null ? null : (
                <span className="text-brass tabular-nums">{formatUsd(item.cents)}</span>
              )}
              <Icon name="arrow" className="size-4 text-dune" />
            </Link>
          </li>
        ))}
      </ul>
    )}
    {replies.length === 0 ? null : <TextReplies replies={replies} />}
  </Panel>
)
