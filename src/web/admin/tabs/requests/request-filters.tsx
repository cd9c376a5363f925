import { STATUS_NAMES } from '#features/requests/rules.ts'
import {
  type RequestCounts,
  REQUEST_SORTS,
  type RequestSort,
  REQUEST_STATUSES,
  REQUESTS_A_PAGE,
} from '#features/requests/schema.ts'
import type { Option } from '#lib/forms/descriptors.ts'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/admin/forms/field.tsx'
import { FilterBar, SearchField } from '#ui/admin/lists/filter-bar.tsx'

const SORT_LABELS: Readonly<Record<RequestSort, string>> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  name: 'Name',
  status: 'Status',
}
const SORTS = REQUEST_SORTS.map((value) => ({ value, label: SORT_LABELS[value] }))

type FiltersProps = {
  readonly query: URLSearchParams
  readonly counts: RequestCounts | undefined
  readonly people: readonly Option[]
  readonly sort: RequestSort
  readonly set: (name: string, value: string) => void
  readonly onSort: (value: string) => void
}

/** Search, filters and order of the list. */
export const RequestFilters = ({ query, counts, people, sort, set, onSort }: FiltersProps) => (
  <FilterBar
    active={['status', 'assignee', 'sort'].filter((name) => query.has(name)).length}
    className="lg:grid-cols-[2fr_1fr_1fr_1fr]"
    search={<SearchField value={query.get('q') ?? ''} onText={(next) => set('q', next)} />}
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
    <SelectField label="Sort" options={SORTS} value={sort} onChange={(event) => onSort(event.target.value)} />
  </FilterBar>
)

type PagesProps = {
  readonly page: number
  readonly total: number
  readonly sort: RequestSort
  readonly onPage: (page: string) => void
}

/** Buttons to the page before and after. */
export function Pages({ page, total, sort, onPage }: PagesProps) {
  const last = Math.max(1, Math.ceil(total / REQUESTS_A_PAGE))
  if (last === 1 && page === 1) return null
  const [before, after] = sort === 'newest' ? ['Newer', 'Older'] : ['Previous', 'Next']
  return (
    <nav aria-label="Pages" className="flex items-center justify-center gap-4">
      <Button look="outline" disabled={page <= 1} onClick={() => onPage(page <= 2 ? '' : String(page - 1))}>
        {before}
      </Button>
      <span className="text-sand tabular-nums">
        Page {page} of {last}
      </span>
      <Button look="outline" disabled={page >= last} onClick={() => onPage(String(page + 1))}>
        {after}
      </Button>
    </nav>
  )
}
