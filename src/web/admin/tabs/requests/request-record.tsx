import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { linkedParts } from '#features/requests/performer-applications/rules.ts'
import type { RequestKind, StaffRequest } from '#features/requests/schema.ts'
import { telHref } from '#lib/phone.ts'
import { capitalized } from '#lib/text/capitalized.ts'
import { shownMoment } from '#ui/admin/shown-time.ts'
import { FactList } from '#ui/admin/lists/fact-list.tsx'
import { ActionMenu, DeleteItem } from '#ui/admin/lists/action-menu.tsx'
import { LoadFailure, LoadingRows } from '#ui/admin/lists/list-states.tsx'
import { SidePanel } from '#ui/admin/lists/side-panel.tsx'
import { RecordPageHead } from '#ui/admin/lists/record-page.tsx'
import { Panel } from '#ui/admin/panel.tsx'
import { useCan } from '#web/admin/auth/current-user.ts'
import { useDelete } from '#web/admin/data/use-delete.tsx'
import { ReplyLink } from './reply-link.tsx'
import { RequestForm } from './request-form.tsx'
import { KIND_LABELS } from './request-kinds.ts'
import { requestQuery, requestsKey } from './use-requests.ts'

type RecordProps = {
  readonly kind: RequestKind
  readonly query: {
    readonly data: StaffRequest | undefined
    readonly error: Error | null
    readonly refetch: () => unknown
  }
  readonly onDelete: (item: StaffRequest) => void
}

/** One request: the guest's message, and what staff note about it; on its page and beside the list. */
function RequestRecord({ kind, query: { data, error, refetch }, onDelete }: RecordProps) {
  const { noun } = KIND_LABELS[kind]
  if (data) return <Details kind={kind} item={data} onDelete={onDelete} />
  if (error) return <LoadFailure what={`The ${noun}`} text={error.message} onRetry={() => void refetch()} />
  return <LoadingRows label={`Loading the ${noun}`} />
}

type DetailsProps = Pick<RecordProps, 'kind' | 'onDelete'> & { readonly item: StaffRequest }

function Details({ kind, item, onDelete }: DetailsProps) {
  const canEdit = useCan(KIND_LABELS[kind].edit)
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Email', item.email],
    ['Phone', <Phone key="phone" phone={item.phone} />],
    ...item.facts.map(({ label, value }) => [label, <LinkedText key={label} text={value} />] as const),
    ['Received', shownMoment(item.createdAt)],
  ]
  return (
    <div className="@container">
      <div className="grid items-start gap-5 @3xl:grid-cols-2">
        <Panel className="flex flex-col gap-4">
          <div className="flex items-center gap-2 empty:hidden">
            <ReplyLink kind={kind} item={item} look="outline" />
            {canEdit ? (
              <ActionMenu label={`More for ${item.name}`}>
                <DeleteItem onChoose={() => onDelete(item)} />
              </ActionMenu>
            ) : null}
          </div>
          <FactList facts={facts} />
        </Panel>
        <RequestForm key={item.id} kind={kind} item={item} />
      </div>
    </div>
  )
}

const Phone = ({ phone }: { phone: string }) =>
  phone === '' ? null : (
    <a
      href={telHref(phone)}
      className="inline-flex min-h-11 items-center text-brass underline hover:text-cream lg:min-h-6"
    >
      {phone}
    </a>
  )

/** Text of a guest with its URLs as links, which send no referrer. */
const LinkedText = ({ text }: { text: string }) =>
  linkedParts(text).map(({ text: part, href }, index) =>
    href === null ? (
      part
    ) : (
      <a
        key={index}
        href={href}
        target="_blank"
        rel="noopener noreferrer nofollow"
        className="text-brass underline underline-offset-4"
      >
        {part}
      </a>
    ),
  )

type PanelProps = Pick<RecordProps, 'kind' | 'onDelete'> & {
  readonly id: string
  /** The request as the list has it, which is shown until it is loaded. */
  readonly listed: StaffRequest | undefined
  readonly onClose: () => void
}

/** A request beside the list. */
export function RequestPanel({ kind, id, listed, onDelete, onClose }: PanelProps) {
  const query = useQuery(requestQuery(kind, id))
  const data = query.data ?? listed
  const { noun, pages } = KIND_LABELS[kind]
  return (
    <SidePanel id={id} title={data?.name ?? capitalized(noun)} page={`${pages}/${id}`} onClose={onClose}>
      <RequestRecord kind={kind} query={{ ...query, data }} onDelete={onDelete} />
    </SidePanel>
  )
}

/** Page of one request. */
export function RequestPage({ kind, id }: { kind: RequestKind; id: string }) {
  const { noun, what, path, pages } = KIND_LABELS[kind]
  const navigate = useNavigate()
  const query = useQuery(requestQuery(kind, id))
  const deletion = useDelete({
    entity: kind,
    noun,
    path,
    queryKey: requestsKey(kind),
    onDeleted: () => void navigate(pages),
  })
  return (
    <>
      <RecordPageHead
        title={query.data?.name ?? capitalized(noun)}
        back={{ to: pages, label: `All ${what.toLowerCase()}` }}
      />
      <RequestRecord kind={kind} query={query} onDelete={({ name }) => deletion.ask({ id, name })} />
      {deletion.dialog}
    </>
  )
}
