import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { RATING_LABELS, RATINGS } from '#features/reminders/feedback/schema.ts'
import { countText } from '#lib/text/count.ts'
import { SelectField } from '#ui/admin/forms/field.tsx'
import { FilterBar, SearchField } from '#ui/admin/lists/filter-bar.tsx'
import { ListStates, ShowMore } from '#ui/admin/lists/list-states.tsx'
import { TabHead } from '#ui/admin/panel.tsx'
import { StateNote } from '#ui/state.tsx'
import { apiFetch, toastFailure } from '#web/admin/data/api-client.ts'
import { useUrlFilter } from '#web/admin/list-view/use-url-filter.ts'
import { useReservationEvents } from '../reservations/use-reservation-events.ts'
import { RESERVATIONS_KEY } from '../reservations/use-reservation-list.ts'
import { FeedbackTable } from './feedback-table.tsx'

const RATING_OPTIONS = [
  { value: '', label: 'All ratings' },
  { value: 'unseen', label: '1 and 2, to look at' },
  { value: 'low', label: '3 and below' },
  ...RATINGS.map((value) => ({ value, label: RATING_LABELS[value] })),
]
const TYPE_OPTIONS = [
  { value: '', label: 'Dinners and nights' },
  { value: 'dining', label: 'Dinners' },
  { value: 'nightlife', label: 'Nights' },
]
const WORDS_OPTIONS = [
  { value: '', label: 'With and without words' },
  { value: '1', label: 'With words' },
]
const FILTERS = ['q', 'rating', 'type', 'words'] as const

function useFeedback(filter: string) {
  return useInfiniteQuery({
    // Below the key of the reservations: their stream announces new feedback, too.
    queryKey: [...RESERVATIONS_KEY, 'feedback', filter],
    initialPageParam: '',
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams(filter)
      if (pageParam) query.set('after', pageParam)
      return apiFetch(`/admin/api/feedback?${query}`, { signal })
    },
    getNextPageParam: (page) => page.next,
  })
}

/** Marks a low rating as looked at, for all staff. */
function useSeen() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => apiFetch(`/admin/api/feedback/${id}/seen`, { method: 'POST' }),
    onError: (error) => toastFailure('Error marking the feedback', error),
    onSettled: () => queries.invalidateQueries({ queryKey: [...RESERVATIONS_KEY, 'feedback'] }),
  })
}

/** The Feedback tab: what guests said after their visits. */
export default function FeedbackTab() {
  useReservationEvents()
  const { search, set } = useUrlFilter()
  const filter = FILTERS.flatMap((name) => (search.get(name) ? [[name, search.get(name) ?? '']] : []))
  const list = useFeedback(new URLSearchParams(filter).toString())
  const entries = useMemo(() => list.data?.pages.flatMap((page) => page.items), [list.data])
  const figures = list.data?.pages[0]
  const seen = useSeen()
  return (
    <>
      <TabHead title="Feedback" />
      <FilterBar
        active={FILTERS.filter((name) => name !== 'q' && search.has(name)).length}
        className="lg:grid-cols-[2fr_1fr_1fr_1fr]"
        search={
          <SearchField
            placeholder="Words, guest or event"
            value={search.get('q') ?? ''}
            onText={(text) => set('q', text.trim())}
          />
        }
      >
        <FilterSelect label="Rating" name="rating" options={RATING_OPTIONS} {...{ search, set }} />
        <FilterSelect label="Type" name="type" options={TYPE_OPTIONS} {...{ search, set }} />
        <FilterSelect label="Words" name="words" options={WORDS_OPTIONS} {...{ search, set }} />
      </FilterBar>
      {figures && figures.average !== null ? (
        <p role="status" className="text-sm text-sand">
          {`${countText(figures.count, 'answer')}, ${figures.average.toFixed(1)} of 5 on average`}
        </p>
      ) : null}
      <ListStates
        what="Feedback"
        query={{ ...list, data: entries }}
        empty={
          <StateNote
            title="No feedback here"
            text={
              filter.length > 0
                ? 'No feedback matches your filters.'
                : 'Guests are asked for a word on the morning after their visit.'
            }
          />
        }
      >
        {(shown) => <FeedbackTable entries={shown} onSeen={seen.mutate} />}
      </ListStates>
      {list.hasNextPage ? (
        <ShowMore isLoading={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />
      ) : null}
    </>
  )
}

type SelectProps = ReturnType<typeof useUrlFilter> & {
  readonly label: string
  readonly name: (typeof FILTERS)[number]
  readonly options: readonly { readonly value: string; readonly label: string }[]
}

const FilterSelect = ({ label, name, options, search, set }: SelectProps) => (
  <SelectField
    label={label}
    options={options}
    value={search.get(name) ?? ''}
    onChange={(event) => set(name, event.target.value)}
  />
)
