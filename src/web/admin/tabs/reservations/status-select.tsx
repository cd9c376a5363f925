import { useEffect, useEffectEvent, useState } from 'react'
import { RESERVATION_STATUSES } from '#features/reservation-management/list/schema.ts'
import type { ReservationStatus } from '#features/reservations/schema.ts'
import { useCan } from '#web/admin/auth/current-user.ts'

type Props = {
  readonly guestName: string
  readonly status: ReservationStatus
  readonly isBusy: boolean
  readonly onChange: (status: ReservationStatus) => void
}

const TONES: Readonly<Record<ReservationStatus, string>> = {
  pending: 'border-brass text-brass',
  confirmed: 'border-teal-light text-teal-light',
  cancelled: 'border-rose text-rose',
  completed: 'border-clay text-sand',
}

/** The status, which a role that may edit reservations can change here. */
export function StatusSelect({ guestName, status, isBusy, onChange }: Props) {
  const canEdit = useCan('reservations.edit')
  // A status that is chosen while a former one is saved is saved after it.
  const [next, setNext] = useState<ReservationStatus | null>(null)
  if (next === status) setNext(null)
  const sendNext = useEffectEvent(() => (next === null ? undefined : onChange(next)))
  useEffect(() => {
    if (!isBusy) sendNext()
  }, [isBusy])
  if (!canEdit) return <span className={`text-sm font-semibold ${TONES[status]}`}>{status}</span>
  return (
    <select
      aria-label={`Status of ${guestName}`}
      aria-busy={isBusy}
      value={next ?? status}
      onChange={(event) => {
        const wanted = RESERVATION_STATUSES.find((it) => it === event.target.value)
        if (wanted && isBusy) setNext(wanted)
        else if (wanted) onChange(wanted)
      }}
      className={`min-h-11 rounded-lg border bg-night px-2 font-semibold ${TONES[status]}`}
    >
      {RESERVATION_STATUSES.map((it) => (
        <option key={it} value={it} className="text-cream">
          {it}
        </option>
      ))}
    </select>
  )
}
