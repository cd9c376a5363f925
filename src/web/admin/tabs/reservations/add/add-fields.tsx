import { type ReactNode, useEffect, useRef } from 'react'
import { GUEST_FIELDS, type StaffSource } from '#features/reservation-management/staff-bookings/schema.ts'
import { Button } from '#ui/button.tsx'
import { type FieldDescriptor, FormFields, type FormValues } from '#ui/admin/forms/form-fields.tsx'
import { Panel } from '#ui/admin/panel.tsx'
import { type Agreement, AgreementDialog } from '#web/admin/data/use-consent.tsx'
import { KnownGuest } from '../../guests/known-guest.tsx'

/** Form values of the guest. They are kept when staff switch between dinner and night table. */
export type GuestFields = {
  readonly source: StaffSource
  readonly guests: string
  readonly name: string
  readonly phone: string
  readonly email: string
  readonly note: string
  readonly agreesToTexts: boolean
}

export const NEW_GUEST: GuestFields = {
  source: 'walk_in',
  guests: '2',
  name: '',
  phone: '',
  email: '',
  note: '',
  agreesToTexts: false,
}

export type AddProps = {
  readonly guest: GuestFields
  readonly setGuestValue: FormValues['setValue']
  readonly onAdded: () => void
}

/** Form of the guest's fields and those of the service, which are two drafts. */
export const withGuest = (
  { guest, setGuestValue }: AddProps,
  { values, errors, setValue }: FormValues,
): FormValues => ({
  values: { ...guest, ...values },
  errors,
  setValue: (name, value) => (name in guest ? setGuestValue : setValue)(name, value),
})

/** Party size from the typed text; 2 while it is invalid. */
export const partyOf = ({ guests }: Pick<GuestFields, 'guests'>): number => {
  const party = /^\d{1,2}$/.test(guests.trim()) ? Number(guests) : 0
  return party > 0 && party <= 50 ? party : 2
}

const { name, phone, email, note } = GUEST_FIELDS

const guestFields = (isByPhone: boolean): readonly FieldDescriptor[] => [
  { ...name, className: 'sm:col-span-2' },
  { ...phone, isRequired: isByPhone, autoComplete: 'off' },
  { ...email, hint: 'Leave empty to send no emails', autoComplete: 'off' },
  {
    name: 'agreesToTexts',
    label: 'The guest agrees to texts about this reservation',
    kind: 'check',
    className: 'sm:col-span-2',
  },
  { ...note, className: 'sm:col-span-2' },
]

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

export const GuestPanel = ({ form }: { readonly form: FormValues }) => (
  <Panel className="grid content-start gap-4 sm:grid-cols-2">
    <h3 className="text-lg sm:col-span-2">Guest</h3>
    <FormFields form={form} fields={guestFields(form.values['source'] === 'phone')} />
    <KnownGuest phone={textOf(form.values['phone'])} email={textOf(form.values['email'])} />
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

type FormProps = Pick<FormValues, 'errors'> & {
  readonly isBusy: boolean
  readonly refusal: string | null
  /** Question that staff must answer before the reservation is saved. */
  readonly agreement: Agreement | null
  readonly agree: (also: object) => void
  readonly dismiss: () => void
  /** Content beside the submit button. */
  readonly sum?: ReactNode
  readonly onSubmit: () => void
  readonly children: ReactNode
}

/** Form frame: focuses the first invalid field, and shows a rejection by the server beside the submit button. */
export function AddForm({ errors, isBusy, refusal, sum, onSubmit, children, ...asked }: FormProps) {
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
      <AgreementDialog
        agreement={asked.agreement}
        isBusy={isBusy}
        confirm="Book all the same"
        onAgree={asked.agree}
        onClose={asked.dismiss}
      />
    </form>
  )
}
