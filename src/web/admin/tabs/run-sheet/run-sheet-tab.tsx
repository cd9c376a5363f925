import { useState } from 'react'
import type { RunSheet, RunSheetTask } from '#features/reservation-management/floor/run-sheet/schema.ts'
import { formatDate, isCalendarDate } from '#lib/venue-time.ts'
import { StateNote } from '#ui/state.tsx'
import { Button } from '#ui/button.tsx'
import { LoadFailure, LoadingRows } from '#ui/admin/lists/list-states.tsx'
import { useCan } from '#web/admin/auth/current-user.ts'
import { useClock } from '#web/admin/clock/server-clock.ts'
import { useUrlFilter } from '#web/admin/list-view/use-url-filter.ts'
import { useReservationEvents } from '../reservations/use-reservation-events.ts'
import { DatePicker } from '../tonight/date-picker.tsx'
import { McView } from './mc-view.tsx'
import { AddTask, PlanTask } from './task-form.tsx'
import { TaskRow } from './task-row.tsx'
import { useRunSheet, useTaskChanges } from './use-run-sheet.ts'

/** Tasks of the night by time: packages, requests, and those added by hand. */
export default function RunSheetTab() {
  useReservationEvents()
  const { search, set } = useUrlFilter()
  const asked = search.get('date')
  const date = asked !== null && isCalendarDate(asked) ? asked : null
  const sheet = useRunSheet(date)
  if (sheet.data) return <SheetOfDate sheet={sheet.data} isForMc={search.get('view') === 'mc'} set={set} />
  return sheet.error ? (
    <LoadFailure what="The run sheet" text={sheet.error.message} onRetry={() => void sheet.refetch()} />
  ) : (
    <LoadingRows label="Loading the run sheet" />
  )
}

type Props = {
  readonly sheet: RunSheet
  readonly isForMc: boolean
  readonly set: (name: string, value: string) => void
}

type Opened = { readonly kind: 'add' } | { readonly kind: 'plan'; readonly task: RunSheetTask }

function SheetOfDate({ sheet: saved, isForMc, set }: Props) {
  const now = useClock()
  const canEdit = useCan('reservations.edit')
  const canTick = useCan('reservations.annotate')
  const { change, shown } = useTaskChanges()
  const sheet = shown(saved)
  const [opened, setOpened] = useState<Opened | null>(null)
  const onTick = (task: RunSheetTask): void =>
    void change({ task, change: { kind: 'done', isDone: task.doneAt === null } })
  const close = (): void => setOpened(null)
  const { tasks } = sheet
  const done = tasks.filter(({ doneAt }) => doneAt !== null).length
  return (
    <div className="night-list run-sheet flex flex-col gap-4">
      <div className="no-print flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-heading max-lg:sr-only">Run sheet</h2>
        <DatePicker
          date={sheet.date}
          today={sheet.today}
          onDate={(next) => set('date', next === sheet.today ? '' : next)}
        />
        <p className="text-sand" role="status">
          {tasks.length === 0 ? '' : `${done} of ${tasks.length} done`}
        </p>
        <div className="flex flex-wrap gap-2">
          {canEdit ? <Button onClick={() => setOpened({ kind: 'add' })}>Add a task</Button> : null}
          <Button look="outline" aria-pressed={isForMc} onClick={() => set('view', isForMc ? '' : 'mc')}>
            {isForMc ? 'Whole list' : 'Large type'}
          </Button>
          {isForMc ? null : (
            <Button look="outline" onClick={() => window.print()}>
              Print
            </Button>
          )}
        </div>
      </div>
      <h2 className="hidden text-2xl print:block">{`Run sheet, ${formatDate(sheet.date)}`}</h2>
      {tasks.length === 0 ? (
        <StateNote
          title="Nothing to do yet"
          text="Packages and requests of this night appear here by themselves."
        />
      ) : isForMc ? (
        <McView {...{ tasks, now, canTick, onTick }} />
      ) : (
        <ul aria-label="Tasks">
          {tasks.map((task) => (
            <TaskRow
              key={task.id}
              {...{ task, now, canEdit, canTick, onTick }}
              onPlan={(it) => setOpened({ kind: 'plan', task: it })}
            />
          ))}
        </ul>
      )}
      {opened?.kind === 'add' ? <AddTask sheet={sheet} onClose={close} /> : null}
      {opened?.kind === 'plan' ? (
        <PlanTask key={opened.task.id} {...{ sheet, change }} task={opened.task} onClose={close} />
      ) : null}
    </div>
  )
}
