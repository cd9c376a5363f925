import type { ReactNode } from 'react'
import { Link } from 'react-router'

type Props = {
  readonly party: {
    readonly id: string
    readonly guestName: string
    readonly list?: { readonly id: string } | null
  }
  readonly children: ReactNode
}

/** A party that the close-out names, with the way to its reservation or its guest list. */
export const PartyLine = ({ party: { id, guestName, list }, children }: Props) => (
  <li>
    <Link
      to={list ? `/admin/guest-lists/${list.id}` : `/admin/reservations/${id}`}
      className="inline-flex min-h-11 items-center gap-2 text-brass underline hover:text-cream lg:min-h-8"
    >
      {guestName}
    </Link>{' '}
    <span className="text-sand">{children}</span>
  </li>
)
