import { Link, useParams } from 'react-router'
import { isId } from '#lib/address.ts'
import { KIND_LABELS } from '../requests/request-kinds.ts'
import { RequestPage } from '../requests/request-record.tsx'
import { RequestTab } from '../requests/request-tab.tsx'

const KINDS = [
  { label: 'Private events', kind: 'inquiry' },
  { label: 'Table requests', kind: 'table_request' },
] as const

/** The Inquiries tab: private events and table requests, or the page of one. */
export default function InquiriesTab() {
  const { '*': path = '' } = useParams()
  const [first = '', second = ''] = path.split('/').slice(1)
  const isTables = first === 'tables'
  const current = isTables ? KINDS[1] : KINDS[0]
  const id = isTables ? second : first
  if (isId(id)) return <RequestPage key={id} kind={current.kind} id={id} />
  return (
    <RequestTab key={current.kind} kind={current.kind} title="Inquiries">
      <nav aria-label="Kinds of inquiries">
        <ul className="flex flex-wrap gap-1">
          {KINDS.map((it) => (
            <li key={it.kind}>
              <Link
                to={KIND_LABELS[it.kind].pages}
                aria-current={it === current ? 'page' : undefined}
                className="flex min-h-11 items-center rounded-lg px-4 font-medium whitespace-nowrap text-sand hover:text-cream aria-[current=page]:bg-cocoa aria-[current=page]:text-brass"
              >
                {it.label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </RequestTab>
  )
}
