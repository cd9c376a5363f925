import type { TypedForm } from '#features/holds/booking/schema.ts'

/** Reads the fields of a form as typed. */
export function readTyped(form: FormData): TypedForm {
  const text = (name: string): string => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  }
  return {
    guestName: text('guestName'),
    guestEmail: text('guestEmail'),
    guestPhone: text('guestPhone'),
    guestCount: text('guestCount'),
    specialRequests: text('specialRequests'),
    birthdayPackage: form.has('birthdayPackage'),
    screenDisplay: form.has('screenDisplay'),
    texts: form.has('texts'),
  }
}

/** The form before anything is typed. Derived, so that an untouched form equals it. */
export const emptyForm = (guestCount: number): TypedForm => ({
  ...readTyped(new FormData()),
  guestCount: String(guestCount),
})
