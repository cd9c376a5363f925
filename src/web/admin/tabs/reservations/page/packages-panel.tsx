import { useState } from 'react'
import type { ReservationFullDetails } from '#features/reservation-management/list/schema.ts'
import { missingContent } from '#features/reservations/package-contents/rules.ts'
import { MAX_MESSAGE, MAX_NAME, type PackageContent } from '#features/reservations/package-contents/schema.ts'
import { FormDialog } from '#ui/admin/forms/form-dialog.tsx'
import { type FieldDescriptor, FormFields, useFormValues } from '#ui/admin/forms/form-fields.tsx'
import { Panel } from '#ui/admin/panel.tsx'
import { Button } from '#ui/button.tsx'
import { useCan } from '#web/admin/auth/current-user.ts'
import { PATH, useReservationMutation } from '../use-reservation-list.ts'

/** Content of the packages of the reservation: name, message and picture, from the guest or as the guest told staff. */
export function PackagesPanel({ item }: { item: ReservationFullDetails }) {
  const [written, setWritten] = useState<PackageContent | null>(null)
  const canEdit = useCan('reservations.edit') && item.status !== 'cancelled'
  const contents = item.packages.filter(({ need }) => need !== 'none')
  if (contents.length === 0) return null
  return (
    <Panel>
      <h2 className="text-lg">Packages</h2>
      {contents.map((content) => {
        const missing = missingContent(content)
        const picture = `${PATH}/${item.id}/packages/${content.key}/picture`
        return (
          <section key={content.key} aria-label={content.label} className="mt-3 border-t border-bark pt-3">
            <h3 className="font-sans font-semibold text-brass">{content.label}</h3>
            {missing ? <p className="text-rose">Still missing: {missing}</p> : null}
            {content.name ? <p className="wrap-anywhere">Name: {content.name}</p> : null}
            {content.message ? (
              <p className="wrap-anywhere whitespace-pre-line">Message: {content.message}</p>
            ) : null}
            {content.hasPicture ? (
              <a href={picture} target="_blank" rel="noreferrer" className="mt-2 inline-block">
                <img
                  src={picture}
                  alt={`Picture for the ${content.label}`}
                  className="max-h-48 max-w-full rounded-xl border border-bark object-contain"
                />
              </a>
            ) : null}
            {canEdit ? (
              <Button look="outline" className="mt-3" onClick={() => setWritten(content)}>
                {missing ? 'Enter it for the guest' : 'Change the words'}
              </Button>
            ) : null}
          </section>
        )
      })}
      {written ? <WordsDialog id={item.id} content={written} onClose={() => setWritten(null)} /> : null}
    </Panel>
  )
}

const WORDS: readonly FieldDescriptor[] = [
  { name: 'name', label: 'Name to be called out', kind: 'text', maxLength: MAX_NAME },
  { name: 'message', label: 'Message', kind: 'area', maxLength: MAX_MESSAGE, rows: 3 },
]

type WordsProps = { readonly id: string; readonly content: PackageContent; readonly onClose: () => void }

/** Words that a guest told staff for a package. Only the guest sends a picture, on the page of the reservation. */
function WordsDialog({ id, content: { key, label, name, message }, onClose }: WordsProps) {
  const form = useFormValues({ name, message })
  const save = useReservationMutation('Error updating reservation')
  const submit = (): void => {
    const { values } = form
    // Only what staff changed: the guest may send other words meanwhile.
    const words = {
      ...(values.name === name ? {} : { name: values.name }),
      ...(values.message === message ? {} : { message: values.message }),
    }
    if (Object.keys(words).length === 0) return onClose()
    save.mutate(
      {
        path: `${PATH}/${id}/package-content`,
        method: 'PUT',
        json: { key, ...words },
        done: 'Reservation updated successfully!',
      },
      { onSuccess: onClose },
    )
  }
  return (
    <FormDialog title={label} submit="Save" isBusy={save.isPending} onSubmit={submit} onClose={onClose}>
      <FormFields form={{ ...form, errors: {} }} fields={WORDS} />
    </FormDialog>
  )
}
