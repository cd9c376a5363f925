import type { QueryKey } from '@tanstack/react-query'
import { useState } from 'react'
import { calledOffNote } from './told-notes.ts'
import type { StaffEvent } from '#features/events/management/schema.ts'
import { shownDay } from '#ui/admin/shown-time.ts'
import { useCan } from '#web/admin/auth/current-user.ts'
import { AgreementDialog, agreementOf } from '#web/admin/data/use-consent.tsx'
import type { useRecordActions } from '#web/admin/data/use-records.tsx'
import type { EventActions } from './event-actions.tsx'
import { copyOf, type EventFields, eventFieldsOf, EVENTS_PATH } from './event-fields.ts'
import { EventForm } from './event-form.tsx'
import { RepeatDialog } from './repeat-dialog.tsx'
import { useSoldOut } from './use-sold-out.ts'

/** Options of the editor and the deletion of events. */
export const EVENT_RECORDS = {
  entity: 'event',
  noun: 'event',
  path: EVENTS_PATH,
  fieldsOf: eventFieldsOf,
  Form: EventForm,
} as const

type Records = Omit<ReturnType<typeof useRecordActions<StaffEvent, EventFields>>, 'draftNotice'>

/** Everything that staff do with an event, in the list, beside it and on its page; `dialogs` anywhere in the screen. */
export function useEventActions({ add, edit, askToDelete, dialogs }: Records, queryKey: QueryKey) {
  const soldOut = useSoldOut(queryKey)
  const [repeated, setRepeated] = useState<StaffEvent | null>(null)
  const actions: EventActions = {
    canEdit: useCan('events.edit'),
    onEdit: edit,
    onDelete: (event) =>
      askToDelete({
        id: event.id,
        name: `${event.title}, ${shownDay(event.date)}`,
        note: calledOffNote(event),
      }),
    onSoldOut: (event) => soldOut.mutate({ row: event }),
    onDuplicate: (event) => add(copyOf(event), event.id),
    onRepeat: setRepeated,
  }
  return {
    actions,
    dialogs: (
      <>
        {dialogs}
        <AgreementDialog
          agreement={agreementOf(soldOut.error)}
          isBusy={soldOut.isPending}
          onAgree={(agreed) => {
            if (soldOut.variables) soldOut.mutate({ ...soldOut.variables, agreed })
          }}
          onClose={() => soldOut.reset()}
        />
        {repeated ? <RepeatDialog event={repeated} onClose={() => setRepeated(null)} /> : null}
      </>
    ),
  }
}
