import { type ReactNode, useEffect, useRef } from 'react'
import type { StaffSource } from '#features/reservation-management/staff-bookings/schema.ts'
import { Button } from '#ui/button.tsx'
import { TextAreaField, TextField } from '#ui/admin/field.tsx'
import { Panel } from '#ui/admin/panel.tsx'

/** Form values of the guest. They are kept when staff switch between dinner and night table. */
export type GuestFields = {
  readonly source: StaffSource
  readonly guests: string
  readonly name: string
  readonly phone: string
  readonly email: string
  readonly note: string
}

export const NEW_GUEST: GuestFields = {
  source: 'walk_in',
  guests: '2',
  name: '',
  phone: '',
  email: '',
  note: '',
}

export type GuestProps = {
  readonly guest: GuestFields
  readonly onGuest: (change: Partial<GuestFields>) => void
}
export type AddProps = GuestProps & { readonly onAdded: () => void }

type Errors = { readonly errors: Readonly<Record<string, string>> }

/** Party size from the typed text; 2 while it is invalid. */
export const partyOf = ({ guests }: Pick<GuestFields, 'guests'>): number => {
  const party = /^\d{1,2}$/.test(guests.trim()) ? Number(guests) : 0
  return party > 0 && party <= 50 ? party : 2
}

export const PartyField = ({ guest, onGuest, errors }: GuestProps & Errors) => (
  <TextField
    label="Guests"
    isRequired
    inputMode="numeric"
    maxLength={2}
    value={guest.guests}
    error={errors['guests']}
    onChange={(event) => onGuest({ guests: event.target.value })}
  />
)

export const GuestPanel = ({ guest, onGuest, errors }: GuestProps & Errors) => (
  <Panel className="grid content-start gap-4 sm:grid-cols-2">
    <h3 className="text-lg sm:col-span-2">Guest</h3>
    <TextField
      label="Guest name"
      isRequired
      autoComplete="off"
      className="sm:col-span-2"
      maxLength={120}
      value={guest.name}
      error={errors['name']}
      onChange={(event) => onGuest({ name: event.target.value })}
    />
    <TextField
      label="Phone"
      isRequired={guest.source === 'phone'}
      type="tel"
      autoComplete="off"
      maxLength={40}
      value={guest.phone}
      error={errors['phone']}
      onChange={(event) => onGuest({ phone: event.target.value })}
    />
    <TextField
      label="Email"
      hint="Leave empty to send no emails"
      type="email"
      autoComplete="off"
      maxLength={254}
      value={guest.email}
      error={errors['email']}
      onChange={(event) => onGuest({ email: event.target.value })}
    />
    <TextAreaField
      label="Note"
      hint="For staff only"
      className="sm:col-span-2"
      maxLength={2000}
      value={guest.note}
      error={errors['note']}
      onChange={(event) => onGuest({ note: event.target.value })}
    />
  </Panel>
)

/** Warnings that do not block the form, announced by screen readers. */
export const Warnings = ({ warnings }: { warnings: readonly string[] }) => (
  <div role="status" className="empty:hidden">
    {warnings.length > 0 ? (
      <ul className="flex flex-col gap-1 rounded-lg border border-brass bg-brass/10 px-4 py-3">
        {warnings.map((it) => (
          <li key={it}>{it}</li>
        ))}
      </ul>
    ) : null}
  </div>
)

type FormProps = Errors & {
  readonly isBusy: boolean
  readonly refusal: string | null
  /** Content beside the submit button. */
  readonly sum?: ReactNode
  readonly onSubmit: () => void
  readonly children: ReactNode
}

/** Form frame: focuses the first invalid field, and shows a rejection by the server beside the submit button. */
export function AddForm({ errors, isBusy, refusal, sum, onSubmit, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (Object.keys(errors).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [errors])
  return (
    <form
      ref={form}
      noValidate
      className="flex flex-col gap-5 [&_input]:scroll-my-24 [&_select]:scroll-my-24 [&_textarea]:scroll-my-24"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <div className="grid items-start gap-5 xl:grid-cols-[3fr_2fr]">{children}</div>
      <div className="foot-bar sticky bottom-0 -mx-4 flex flex-wrap items-center justify-end gap-3 border-t border-bark bg-night/95 px-4 py-3 backdrop-blur-sm sm:-mx-6 sm:px-6">
        {refusal ? (
          <p role="alert" className="min-w-0 flex-1 basis-64 text-rose">
            {refusal}
          </p>
        ) : null}
        {sum}
        <Button type="submit" disabled={isBusy} className="max-sm:flex-1">
          Add reservation
        </Button>
      </div>
    </form>
  )
}
