import { Link, useParams } from 'react-router'
import { TabHead } from '#ui/admin/panel.tsx'
import { RequestTab } from '../requests/request-tab.tsx'

const KINDS = [
  { path: '/admin/inquiries', label: 'Private events', kind: 'inquiry' },
  { path: '/admin/inquiries/tables', label: 'Table requests', kind: 'table_request' },
] as const

/** The Inquiries tab: private events and table requests. */
export default function InquiriesTab() {
  const { '*': path = '' } = useParams()
  const current = path.split('/')[1] === 'tables' ? KINDS[1] : KINDS[0]
  return (
    <>
      <TabHead title="Inquiries" />
      <nav aria-label="Kinds of inquiries">
        <ul className="flex flex-wrap gap-1">
          {KINDS.map((it) => (
            <li key={it.kind}>
              <Link
                to={it.path}
                aria-current={it === current ? 'page' : undefined}
                className="flex min-h-11 items-center rounded-lg px-4 font-medium whitespace-nowrap text-sand hover:text-cream aria-[current=page]:bg-cocoa aria-[current=page]:text-brass"
              >
                {it.label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <RequestTab key={current.kind} kind={current.kind} />
    </>
  )
}
