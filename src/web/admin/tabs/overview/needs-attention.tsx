import { Link } from 'react-router'
import type { Attention, AttentionKind } from '#features/dashboard/schema.ts'
import { formatUsd } from '#lib/money.ts'
import { Panel } from '#ui/admin/panel.tsx'
import { Icon } from '#ui/icon.tsx'

type Shown = { readonly to: string; readonly one: string; readonly many: string }

const SHOWN: Record<AttentionKind, Shown> = {
  payment_issues: { to: '/admin/payments', one: 'payment issue', many: 'payment issues' },
  unconfirmed: {
    to: '/admin/reservations?status=pending&date=all',
    one: 'reservation to confirm',
    many: 'reservations to confirm',
  },
  due_tonight: {
    to: '/admin/tonight',
    one: 'party of tonight has to pay',
    many: 'parties of tonight have to pay',
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

/** Tasks that wait for a member of staff, each a link to where it is done. */
export const NeedsAttention = ({ items }: { items: readonly Attention[] }) => (
  <Panel>
    <h3 className="mb-1 text-xl">Needs attention</h3>
    {items.length === 0 ? (
      <p className="text-dune">Nothing to do right now.</p>
    ) : (
      <ul className="-mx-2 grid sm:grid-cols-2 xl:grid-cols-3">
        {items.map(({ kind, count, cents }) => (
          <li key={kind}>
            <Link
              to={SHOWN[kind].to}
              className="flex min-h-11 items-center gap-3 rounded-lg px-2 hover:bg-cocoa"
            >
              <span className="flex-1">
                <strong className="tabular-nums">{count}</strong> {SHOWN[kind][count === 1 ? 'one' : 'many']}
              </span>
              {cents === null ? null : <span className="text-brass tabular-nums">{formatUsd(cents)}</span>}
              <Icon name="arrow" className="size-4 text-dune" />
            </Link>
          </li>
        ))}
      </ul>
    )}
  </Panel>
)
