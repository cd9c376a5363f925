import { useEffect } from 'react'
import { emptyForm, readTyped } from '#features/holds/ui/booking/typed-form.ts'
import { saveDraft } from '#features/holds/ui/booking/drafts.ts'

/**
 * The dialog replaces the booking form of the page, which served until now. What was typed there becomes the draft that
 * the dialog opens with; an untouched form does not overwrite an earlier draft.
 */
export function usePlainForm(eventId: string, partySize: number): void {
  useEffect(() => {
    const section = document.getElementById('book')
    const form = section?.querySelector('form')
    if (form) {
      const typed = readTyped(new FormData(form))
      const isTouched = JSON.stringify(typed) !== JSON.stringify(emptyForm(partySize))
      if (isTouched) saveDraft(eventId, { typed, partySize })
    }
    section?.remove()
    // Once, when the island comes alive.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
}
