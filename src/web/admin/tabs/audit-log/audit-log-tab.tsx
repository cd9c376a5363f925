import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { AUDIT_ENTITIES, type AuditLogEntry } from '#features/audit-log/schema.ts'
import { changesBetween, showField } from '#lib/changes.ts'
import { shownMoment, shownValue } from '#ui/admin/shown-time.ts'
import { SelectField } from '#ui/admin/forms/field.tsx'
import { FilterBar, SearchField } from '#ui/admin/lists/filter-bar.tsx'
import { ListStates, ShowMore } from '#ui/admin/lists/list-states.tsx'
import { TabHead } from '#ui/admin/panel.tsx'
import { StateNote } from '#ui/state.tsx'
import { DateField } from '#web/admin/calendar/date-field.tsx'
import { apiFetch } from '#web/admin/data/api-client.ts'
import { useUrlFilter } from '#web/admin/list-view/use-url-filter.ts'

const entityLabel = (entity: string): string => entity.replaceAll('_', ' ')
const ENTITIES = [
  { value: '', label: 'Everything' },
  ...AUDIT_ENTITIES.map((it) => ({ value: it, label: entityLabel(it) })),
]
const FILTERS = ['entity', 'who', 'q', 'from', 'until', 'thing'] as const

/** The Activity tab: the audit log with filters, and the values before and after each change. */
export default function AuditLogTab() {
  const { search, set } = useUrlFilter()
  const filter = FILTERS.flatMap((name) => (search.get(name) ? [[name, search.get(name) ?? '']] : []))
  const pages = useInfiniteQuery({
    queryKey: ['activity', filter],
    initialPageParam: '',
    // Recent entries matter most, so the cache is never fresh.
    staleTime: 0,
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams([...filter, ...(pageParam ? [['after', pageParam]] : [])])
      return apiFetch(`/admin/api/activity?${query}`, { signal })
    },
    getNextPageParam: (page) => page.next,
  })
  return (
    <>
      <TabHead title="Activity" />
      <Filters {...{ search, set }} />
      <ListStates
        what="Activity"
        query={{ ...pages, data: pages.data?.pages.flatMap((page) => page.entries) }}
        empty={<StateNote title="No activity" text="No entries match your filters." />}
      >
        {(entries) => (
          <ol className="flex flex-col gap-2">
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ol>
        )}
      </ListStates>
      {pages.hasNextPage ? (
        <ShowMore isLoading={pages.isFetchingNextPage} onMore={() => void pages.fetchNextPage()} />
      ) : null}
    </>
  )
}

type FiltersProps = {
  readonly search: URLSearchParams
  readonly set: (name: string, value: string) => void
}

function Filters({ search, set }: FiltersProps) {
  const actors = useQuery({
    queryKey: ['activity', 'doers'],
    queryFn: ({ signal }) => apiFetch('/admin/api/activity/actors', { signal }),
  })
  const people = (actors.data?.actors ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <FilterBar
      active={FILTERS.filter((name) => name !== 'q' && search.has(name)).length}
      className="lg:grid-cols-[2fr_1fr_1fr_1fr_1fr]"
      search={<SearchField value={search.get('q') ?? ''} onText={(next) => set('q', next)} />}
    >
      <SelectField
        label="What"
        options={ENTITIES}
        value={search.get('entity') ?? ''}
        onChange={(event) => set('entity', event.target.value)}
      />
      <SelectField
        label="Who"
        options={[{ value: '', label: 'Everyone' }, ...people]}
        value={search.get('who') ?? ''}
        onChange={(event) => set('who', event.target.value)}
      />
      <DateField
        label="From"
        date={search.get('from')}
        empty="The beginning"
        onDate={(date) => set('from', date ?? '')}
      />
      <DateField
        label="Until"
        date={search.get('until')}
        empty="Now"
        onDate={(date) => set('until', date ?? '')}
      />
    </FilterBar>
  )
}

/** Text before the subject of an entry: `menu item`, `the reservation of`. */
const leadTo = ({ entity, subject }: AuditLogEntry): string => {
  if (entity === 'staff') return ''
  return entity === 'reservation' && subject ? 'the reservation of' : entityLabel(entity)
}

function Entry({ entry }: { entry: AuditLogEntry }) {
  const changes = changesBetween(entry.before, entry.after)
  const { subject } = entry
  return (
    <li className="rounded-lg border border-bark bg-ember px-4 py-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="min-w-0 wrap-anywhere">
          <strong>{entry.actor}</strong> {entry.action} {leadTo(entry)}
          {subject ? <em className="text-sand"> {subject}</em> : null}
        </span>
        <time dateTime={entry.at} className="text-sm text-dune">
          {shownMoment(entry.at)}
        </time>
      </p>
      {changes.length > 0 ? (
        <details>
          <summary className="min-h-8 text-sm text-brass">
            {changes.length} {changes.length === 1 ? 'field' : 'fields'}
          </summary>
          <dl className="mt-2 grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[10rem_1fr_1fr]">
            {changes.map(({ field, before, after }) => (
              <div key={field} className="contents">
                <dt className="font-semibold text-sand">{showField(field)}</dt>
                <dd className="min-w-0 wrap-anywhere text-dune">
                  <span className="sr-only">before: </span>
                  {shownValue(before, field)}
                </dd>
                <dd className="min-w-0 wrap-anywhere">
                  <span className="sr-only">after: </span>
                  {shownValue(after, field)}
                </dd>
              </div>
            ))}
          </dl>
        </details>
      ) : null}
    </li>
  )
}
