import { useState } from 'react'
import { Link } from 'react-router'
import { GUEST_FIELDS } from '#features/reservation-management/staff-bookings/schema.ts'
import { buttonClass } from '#ui/button.tsx'
import { Restored } from '#ui/admin/forms/form-dialog.tsx'
import { type FieldDescriptor, FormFields } from '#ui/admin/forms/form-fields.tsx'
import { Panel, TabHead } from '#ui/admin/panel.tsx'
import { LoadingRows } from '#ui/admin/lists/list-states.tsx'
import { StateNote } from '#ui/state.tsx'
import { serverNow } from '#web/admin/clock/server-clock.ts'
import { readDraft, useDraft } from '#web/admin/data/drafts.ts'
import { useCan, useCurrentUser } from '#web/admin/auth/current-user.ts'
import { AddDinner } from './add-dinner.tsx'
import { type GuestFields, NEW_GUEST } from './add-fields.tsx'
import { AddNight, NIGHT_DRAFT } from './add-night.tsx'
import { isDinnerOver, useDinnerNow } from './use-dinner-now.ts'

const FIELDS: readonly FieldDescriptor[] = [
  GUEST_FIELDS.source,
  {
    name: 'service',
    label: 'Service',
    kind: 'choice',
    options: [
      { value: 'dinner', label: 'Dinner' },
      { value: 'night', label: 'Night table' },
    ],
  },
]

/** Page to add a reservation by phone or walk-in. */
export default function AddReservation() {
  const owner = useCurrentUser().id
  const typed = useDraft<GuestFields>('reservation guest', NEW_GUEST)
  const guest = typed.fields
  const [service, setService] = useState<string | null>(() =>
    readDraft(owner, NIGHT_DRAFT) ? 'night' : null,
  )
  const { data: dinner, error } = useDinnerNow(null, service === null)
  // Decided once: the form must not change under the hands of staff.
  if (service === null && dinner) setService(isDinnerOver(dinner, serverNow()) ? 'night' : 'dinner')
  if (service === null && error) setService('dinner')
  const canAdd = useCan('reservations.edit')
  const fields = { guest, setGuestValue: typed.setValue, onAdded: typed.clear }
  return (
    <>
      <TabHead title="Add reservation">
        <Link to="/admin/reservations" className={buttonClass('outline')}>
          All reservations
        </Link>
      </TabHead>
      {canAdd ? (
        <>
          {service === null ? <LoadingRows label="Loading the services" /> : null}
          {typed.restoredAt ? <Restored at={typed.restoredAt} onStartOver={typed.clear} /> : null}
          {service === null ? null : (
            <Panel className="grid gap-4 md:grid-cols-2">
              <FormFields
                form={{
                  values: { ...guest, service },
                  errors: {},
                  setValue: (name, value) =>
                    name === 'service' ? setService(String(value)) : typed.setValue(name, value),
                }}
                fields={FIELDS}
              />
            </Panel>
          )}
          {service === 'dinner' ? <AddDinner {...fields} /> : null}
          {service === 'night' ? <AddNight {...fields} /> : null}
        </>
      ) : (
        <StateNote title="Not allowed" text="Your role does not allow this. Please ask a manager." />
      )}
    </>
  )
}
