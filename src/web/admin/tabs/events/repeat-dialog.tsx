import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { MAX_WEEKS, type StaffEvent } from '#features/events/management/schema.ts'
import { repeatDates } from '#features/events/management/rules.ts'
import { businessDate } from '#lib/venue-time.ts'
import { shownDay } from '#ui/admin/shown-time.ts'
import { FormDialog } from '#ui/admin/forms/form-dialog.tsx'
import { type FieldDescriptor, FormFields, useFormValues } from '#ui/admin/forms/form-fields.tsx'
import { showToast } from '#ui/toasts/toasts.ts'
import { apiFetch, toastFailure } from '#web/admin/data/api-client.ts'
import { serverNow } from '#web/admin/clock/server-clock.ts'
import { EVENTS_KEY, EVENTS_PATH } from './event-fields.ts'

const WEEKS = Array.from({ length: MAX_WEEKS }, (_, index) => index + 1)
const FIRST_OFFER = '4'

/** Adds copies of an event in the following weeks. */
export function RepeatDialog({ event, onClose }: { event: StaffEvent; onClose: () => void }) {
  const queries = useQueryClient()
  const form = useFormValues({ weeks: FIRST_OFFER })
  const weeks = Number(form.values.weeks)
  const repeat = useMutation({
    mutationFn: () =>
      apiFetch(`${EVENTS_PATH}/${event.id}/repeat`, {
        method: 'POST',
        json: { weeks },
      }),
    onSuccess({ item: { added, closed, dinnersOn } }) {
      onClose()
      const had = weeks - added - closed
      const skipped = [
        had > 0 ? `${had} of the weeks already have it.` : '',
        closed > 0 ? `${closed} of the days are closed.` : '',
        event.ticketsUrl && added > 0
          ? 'The ticket link is not repeated: add one to each date that sells tickets.'
          : '',
        dinnersOn.length > 0
          ? `Some tables have dinners on ${dinnersOn.map((date) => shownDay(date)).join('; ')}. They go on sale when the dinners end.`
          : '',
      ].filter(Boolean)
      showToast({
        tone: 'good',
        title: added === 1 ? 'Event added successfully!' : `${added} events added successfully!`,
        ...(skipped.length > 0 ? { text: skipped.join(' ') } : {}),
      })
    },
    onError: (error) => toastFailure('Error adding event', error),
    onSettled: () => queries.invalidateQueries({ queryKey: EVENTS_KEY }),
  })
  const [dates] = useState(() => repeatDates(event.date, MAX_WEEKS, businessDate(serverNow())))
  const until = (count: number): string => shownDay(dates[count - 1] ?? event.date)
  const field: FieldDescriptor = {
    name: 'weeks',
    label: 'Weeks',
    kind: 'select',
    options: WEEKS.map((count) => ({ value: String(count), label: `${count}, until ${until(count)}` })),
  }
  return (
    <FormDialog
      title="Repeat weekly"
      submit="Repeat"
      isBusy={repeat.isPending}
      className="sm:max-w-md"
      onSubmit={() => repeat.mutate()}
      onClose={onClose}
    >
      <p className="text-sand">
        <strong className="text-cream">{event.title}</strong> is added at the same time in each week from{' '}
        {shownDay(dates[0] ?? event.date)} on.
      </p>
      <FormFields form={form} fields={[field]} />
    </FormDialog>
  )
}
