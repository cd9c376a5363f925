import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import {
  REQUEST_STATUSES,
  type RequestCounts,
  type RequestKind,
  REQUESTS_A_PAGE,
} from '#features/requests/schema.ts'
import { STATUS_NAMES } from '#features/requests/rules.ts'
import { Button } from '#ui/button.tsx'
import type { Option } from '#lib/forms/descriptors.ts'
import { SelectField } from '#ui/admin/forms/field.tsx'
import { FilterBar, SearchField } from '#ui/admin/lists/filter-bar.tsx'
import { ListStates } from '#ui/admin/lists/list-states.tsx'
import { StateNote } from '#ui/state.tsx'
import { apiFetch } from '#web/admin/data/api-client.ts'
import { useDelete } from '#web/admin/data/use-delete.tsx'
import { useRecordEditor } from '#web/admin/data/use-record-editor.tsx'
import { useCan } from '#web/admin/auth/current-user.ts'
import { requestFieldsOf } from './request-fields.ts'
import { RequestForm } from './request-form.tsx'
import { KIND_LABELS } from './request-kinds.ts'
import { RequestList } from './request-list.tsx'

const ASKED = ['status', 'assignee', 'q', 'page'] as const

/** List of all requests of one kind. */
export function RequestTab({ kind }: { kind: RequestKind }) {
  const { noun, what, path, edit } = KIND_LABELS[kind]
  const [search, setSearch] = useSearchParams()
  const query = new URLSearchParams(
    ASKED.flatMap((name) => (search.get(name) ? [[name, search.get(name) ?? '']] : [])),
  )
  const queryKey = ['requests', kind, query.toString()]
  const page = Math.max(1, Number(query.get('page')) || 1)
  /** Sets a filter and returns to the first page. */
  const set = (name: string, value: string): void => {
    const next = new URLSearchParams(search)
    next.delete('page')
    if (value) next.set(name, value)
    else next.delete(name)
    setSearch(next, { replace: name !== 'page', preventScrollReset: name !== 'page' })
  }
  const requests = useQuery({
    queryKey,
    staleTime: 0,
    queryFn: async ({ signal }) => (await apiFetch(`${path}?${query}`, { signal })).items,
  })
  const counts = useQuery({
    queryKey: [...queryKey, 'counts'],
    staleTime: 0,
    queryFn: ({ signal }) => apiFetch(`${path}/counts?${query}`, { signal }),
  })
  const people = useAssignees()
  const canEdit = useCan(edit)
  const editor = useRecordEditor({ noun, path, queryKey, fieldsOf: requestFieldsOf })
  const deletion = useDelete({ entity: kind, noun, path, queryKey })
  return (
    <>
      {editor.draftNotice}
      <Filters {...{ query, counts: counts.data, people, set }} />
      <ListStates
        what={what}
        query={requests}
        empty={
          <StateNote
            title={`No ${what.toLowerCase()} here`}
            text={`No ${what.toLowerCase()} match your filters.`}
          />
        }
      >
        {(items) => (
          <RequestList
            kind={kind}
            items={items}
            canEdit={canEdit}
            onOpen={editor.edit}
            onDelete={({ id, name }) => deletion.ask({ id, name })}
          />
        )}
      </ListStates>
      <Pages page={page} total={totalOf(counts.data, query.get('status'))} onPage={(to) => set('page', to)} />
      {editor.open?.item ? (
        <RequestForm
          key={editor.open.opened}
          kind={kind}
          item={editor.open.item}
          form={editor.open}
          people={people}
          isSaving={editor.isSaving}
          draft={editor.savedDraft}
          onFields={editor.setFields}
          onSubmit={() => void editor.submit()}
          onClose={editor.close}
        />
      ) : null}
      {editor.questions}
      {deletion.dialog}
    </>
  )
}

function useAssignees(): readonly Option[] {
  const { data } = useQuery({
    queryKey: ['assignees'],
    queryFn: ({ signal }) => apiFetch('/admin/api/assignees', { signal }),
  })
  return (data?.assignees ?? []).map(({ id, name }) => ({ value: id, label: name }))
}

function totalOf(counts: RequestCounts | undefined, asked: string | null): number {
  if (!counts) return 0
  return REQUEST_STATUSES.filter((it) => !asked || it === asked).reduce((sum, it) => sum + counts[it], 0)
}

type FiltersProps = {
  readonly query: URLSearchParams
  readonly counts: RequestCounts | undefined
  readonly people: readonly Option[]
  readonly set: (name: string, value: string) => void
}

const Filters = ({ query, counts, people, set }: FiltersProps) => (
  <FilterBar
    active={Number(query.has('status')) + Number(query.has('assignee'))}
    className="lg:grid-cols-[2fr_1fr_1fr]"
    search={<SearchField defaultValue={query.get('q') ?? ''} onText={(next) => set('q', next)} />}
  >
    <SelectField
      label="Status"
      options={[
        { value: '', label: 'all' },
        ...REQUEST_STATUSES.map((it) => ({
          value: it,
          label: counts ? `${STATUS_NAMES[it]} (${counts[it]})` : STATUS_NAMES[it],
        })),
      ]}
      value={query.get('status') ?? ''}
      onChange={(event) => set('status', event.target.value)}
    />
    <SelectField
      label="Assignee"
      options={[{ value: '', label: 'Everyone' }, { value: 'unassigned', label: 'Unassigned' }, ...people]}
      value={query.get('assignee') ?? ''}
      onChange={(event) => set('assignee', event.target.value)}
    />
  </FilterBar>
)

type PagesProps = {
  readonly page: number
  readonly total: number
  readonly onPage: (page: string) => void
}

function Pages({ page, total, onPage }: PagesProps) {
  const last = Math.max(1, Math.ceil(total / REQUESTS_A_PAGE))
  if (last === 1 && page === 1) return null
  return (
    <nav aria-label="Pages" className="flex items-center justify-center gap-4">
      <Button look="outline" disabled={page <= 1} onClick={() => onPage(page <= 2 ? '' : String(page - 1))}>
        Newer
      </Button>
      <span className="text-sand tabular-nums">
        Page {page} of {last}
      </span>
      <Button look="outline" disabled={page >= last} onClick={() => onPage(String(page + 1))}>
        Older
      </Button>
    </nav>
  )
}
