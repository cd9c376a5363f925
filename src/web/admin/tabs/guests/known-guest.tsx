import { useDeferredValue } from 'react'
import { Link } from 'react-router'
import type { GuestEntry } from '#features/guests/schema.ts'
import { digitsOf } from '#lib/phone.ts'
import { historyText } from './guest-copy.ts'
import { GuestMarks } from './marks.tsx'
import { useGuest, useGuestByContact } from './use-guests.ts'

/** Marks, history and notes of a guest, beside a reservation. */
const GuestSummary = ({ guest }: { guest: GuestEntry }) => (
  <>
    <p className="flex flex-wrap items-center gap-1.5">
      <Link
        to={`/admin/guests/${guest.id}`}
        className="inline-flex min-h-11 items-center font-semibold text-brass underline hover:text-cream lg:min-h-8"
      >
        {guest.name}
      </Link>
      <GuestMarks guest={guest} />
    </p>
    <p className="text-sm text-sand">{historyText(guest)}</p>
    {guest.blockReason === null ? null : (
      <p className="mt-1 wrap-break-word text-rose">Blocked: {guest.blockReason}</p>
    )}
    {guest.allergies ? <p className="mt-1 wrap-break-word">Allergies: {guest.allergies}</p> : null}
    {guest.note ? <p className="mt-1 wrap-break-word whitespace-pre-line">{guest.note}</p> : null}
  </>
)

const SHORTEST_PHONE = 10

/** The guest to whom the typed phone number or address belongs, while staff enter a reservation. */
export function KnownGuest({ phone, email }: { phone: string; email: string }) {
  const typed = useDeferredValue({
    phone: digitsOf(phone).length >= SHORTEST_PHONE ? phone.trim() : '',
    email: /^\S+@\S+\.\S+$/.test(email.trim()) ? email.trim() : '',
  })
  const { data } = useGuestByContact(typed)
  return (
    <div role="status" className="empty:hidden sm:col-span-2">
      {data && (typed.phone || typed.email) ? (
        <div
          className={`rounded-lg border px-4 py-2 ${data.blockReason === null ? 'border-bark bg-night' : 'border-rose bg-burgundy/20'}`}
        >
          <GuestSummary guest={data} />
        </div>
      ) : null}
    </div>
  )
}

/** The guest of the book whom a reservation belongs to. */
export function GuestOfReservation({ id }: { id: string }) {
  const { data } = useGuest(id)
  return data ? <GuestSummary guest={data} /> : null
}
