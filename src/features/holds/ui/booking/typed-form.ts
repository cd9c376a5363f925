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

export const emptyForm = (guestCount: number): TypedForm => ({
  guestName: '',
  guestEmail: '',
  guestPhone: '',
  guestCount: String(guestCount),
  specialRequests: '',
  birthdayPackage: false,
  screenDisplay: false,
})
