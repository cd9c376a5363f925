import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useState } from 'react'
import type { EventOption } from '#features/reservation-management/list/schema.ts'
import { shownDay } from '#ui/admin/shown-time.ts'
import { apiFetch } from '#web/admin/data/api-client.ts'
import { PATH } from '../use-reservation-list.ts'

const labelOf = ({ title, date }: EventOption): string => `${title}, ${shownDay(date)}`

const useEventSearch = (text: string, isOpen: boolean) =>
  useQuery({
    queryKey: ['events', 'choices', text],
    enabled: isOpen,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => apiFetch(`${PATH}/events?${new URLSearchParams({ q: text })}`, { signal }),
  })

const useChosenEvent = (id: string) =>
  useQuery({
    queryKey: ['events', 'choice', id],
    enabled: id !== '',
    queryFn: async ({ signal }) => (await apiFetch(`${PATH}/events/${id}`, { signal })).item,
  })

type Props = {
  readonly value: string
  readonly className?: string
  readonly onValue: (id: string) => void
}

/** Combobox that filters the list by one event, found by title or date. */
export function EventFilter({ value, className = '', onValue }: Props) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [index, setIndex] = useState(0)
  const { data } = useEventSearch(text.trim(), isOpen)
  const chosen = useChosenEvent(value).data
  const options: readonly Option[] = [
    ...(text.trim() === '' ? [{ id: '', label: 'all' }] : []),
    ...(data?.events ?? []).map((it) => ({ id: it.id, label: labelOf(it) })),
  ]
  const current = options[Math.min(index, options.length - 1)]
  const open = (): void => {
    if (isOpen) return
    setText('')
    setIndex(0)
    setOpen(true)
  }
  const choose = (option: Option | undefined): void => {
    if (option) onValue(option.id)
    setOpen(false)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!isOpen) return open()
      const step = event.key === 'ArrowDown' ? 1 : -1
      setIndex((Math.min(index, options.length - 1) + step + options.length) % Math.max(options.length, 1))
    }
    if (event.key === 'Enter' && isOpen) {
      event.preventDefault()
      choose(current)
    }
    if (event.key === 'Escape' && isOpen) {
      event.stopPropagation()
      setOpen(false)
    }
  }
  const shown = isOpen ? text : value === '' ? 'all' : chosen ? labelOf(chosen) : '…'
  return (
    <div
      className={`relative flex min-w-0 flex-col gap-1.5 ${className}`}
      onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || setOpen(false)}
    >
      <label htmlFor={id} className="text-sm font-semibold text-sand">
        Event
      </label>
      <input
        id={id}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && current ? `${id}-${current.id}` : undefined}
        autoComplete="off"
        maxLength={80}
        placeholder="Title or date"
        value={shown}
        onClick={open}
        onFocus={(event) => event.target.select()}
        onChange={(event) => {
          setText(isOpen ? event.target.value : event.target.value.replace(shown, ''))
          setIndex(0)
          setOpen(true)
        }}
        onKeyDown={onKeyDown}
        className="min-h-11 w-full truncate rounded-lg border border-clay bg-night px-3 py-1.5 text-cream placeholder:text-dune lg:min-h-9"
      />
      <OptionList
        id={id}
        isOpen={isOpen}
        options={options}
        current={current}
        isEmpty={data !== undefined && options.length === 0}
        hasMore={data?.hasMore ?? false}
        onChoice={choose}
      />
    </div>
  )
}

type Option = { readonly id: string; readonly label: string }

type ListProps = {
  readonly id: string
  readonly isOpen: boolean
  readonly options: readonly Option[]
  readonly current: Option | undefined
  readonly isEmpty: boolean
  readonly hasMore: boolean
  readonly onChoice: (option: Option) => void
}

const OptionList = ({ id, isOpen, options, current, isEmpty, hasMore, onChoice }: ListProps) => (
  <ul
    id={`${id}-list`}
    role="listbox"
    aria-label="Events"
    hidden={!isOpen}
    className="absolute top-full right-0 left-0 z-30 mt-1 max-h-80 min-w-64 overflow-y-auto rounded-lg border border-clay bg-ember p-1 shadow-2xl shadow-black"
  >
    {options.map((option) => (
      <li
        key={option.id}
        id={`${id}-${option.id}`}
        role="option"
        aria-selected={option === current}
        // `mousedown` fires before the blur that closes the list.
        onMouseDown={(event) => {
          event.preventDefault()
          onChoice(option)
        }}
        className="flex min-h-11 cursor-pointer items-center rounded-md px-3 hover:bg-cocoa aria-selected:bg-cocoa aria-selected:text-brass lg:min-h-9"
      >
        {option.label}
      </li>
    ))}
    {isEmpty ? <Note text="No event has that title or date." /> : null}
    {hasMore ? <Note text="There are more. Type a title or date." /> : null}
  </ul>
)

const Note = ({ text }: { text: string }) => (
  <li role="option" aria-selected="false" aria-disabled="true" className="px-3 py-2 text-sm text-sand">
    {text}
  </li>
)
