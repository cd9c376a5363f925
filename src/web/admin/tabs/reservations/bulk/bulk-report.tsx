import { useId } from 'react'
import { Link } from 'react-router'
import type { BulkOther, BulkOutcome } from '#features/reservation-management/bulk/schema.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'

type Row = { readonly id: string; readonly title: string; readonly text: string | null }

const ReservationRows = ({ label, rows }: { readonly label: string; readonly rows: readonly Row[] }) => (
  <ul className="flex max-h-72 flex-col gap-2 overflow-y-auto" aria-label={label}>
    {rows.map(({ id, title, text }) => (
      <li key={id} className="rounded-lg border border-bark bg-night px-3 py-2">
        <Link to={`/admin/reservations/${id}`} className="font-semibold text-brass underline">
          {title}
        </Link>
        {text === null ? null : <p className="text-sm text-sand">{text}</p>}
      </li>
    ))}
  </ul>
)

type ListProps = { readonly outcomes: readonly BulkOutcome[] }

/** Rejected reservations with the reason of each. */
export const RefusedList = ({ outcomes }: ListProps) => {
  const refused = outcomes.filter(({ outcome }) => outcome === 'refused')
  if (refused.length === 0) return null
  return (
    <ReservationRows
      label="Refused"
      rows={refused.map(({ id, guestName, text }) => ({ id, title: guestName, text }))}
    />
  )
}

/** The other reservations of the evenings, with the reason of each that stays. */
export const OthersList = ({ others }: { readonly others: readonly BulkOther[] }) => (
  <ReservationRows
    label="Other reservations of the evening"
    rows={others.map(({ id, text, refusal }) => ({ id, title: text, text: refusal }))}
  />
)

type Props = ListProps & { readonly title: string; readonly onClose: () => void }

/** Result of a bulk action: the number of changed reservations, and the reason of each rejection. */
export function BulkReportDialog({ title, outcomes, onClose }: Props) {
  const id = useId()
  return (
    <Dialog isOpen onClose={onClose} labelledBy={id} className="sm:max-w-lg">
      <div className="flex flex-col gap-4 p-6">
        <h2 id={id} className="pr-12 font-display text-xl">
          {title}
        </h2>
        <RefusedList outcomes={outcomes} />
        <Button className="self-end" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  )
}
