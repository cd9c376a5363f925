import { useEffect, useState } from 'react'
import { emptyForm, readTyped } from '#features/holds/ui/booking/typed-form.ts'
import { saveDraft } from '#features/holds/ui/booking/drafts.ts'

/**
 * The dialog replaces the booking form of the page, which serves until the dialog's code is there: where that cannot be
 * loaded, the form stays. Returns the loader of the dialog that does so.
 */
export function usePlainForm<Loaded>(
  eventId: string,
  partySize: number,
  loadDialog: () => Promise<Loaded>,
): () => Promise<Loaded> {
  // The form was rendered for the party of the address.
  const [renderedFor] = useState(partySize)
  const load = async (): Promise<Loaded> => {
    const dialog = await loadDialog()
    takeOver(eventId, renderedFor)
    return dialog
  }
  useEffect(() => {
    if (findSection()) load().catch(() => undefined)
    // Once, when the island comes alive.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  return load
}

const findSection = (): HTMLElement | null => document.getElementById('book')

/**
 * Removes the form. What was typed there becomes the draft that the dialog opens with; an untouched form does not overwrite an
 * earlier draft.
 */
function takeOver(eventId: string, partySize: number): void {
  const section = findSection()
  const form = section?.querySelector('form')
  if (form) {
    const typed = readTyped(new FormData(form))
    const isTouched = JSON.stringify(typed) !== JSON.stringify(emptyForm(partySize))
    if (isTouched) saveDraft(eventId, { typed, partySize })
  }
  section?.remove()
}
