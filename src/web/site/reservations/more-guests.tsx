import type { PublicVenue } from '#features/venue/schema.ts'
import { PhoneLink } from '#ui/phone-link.tsx'

type Props = { readonly venue: PublicVenue; readonly most: number }

/** Names the way of a party that is larger than those that book online. */
export const MoreGuests = ({ venue, most }: Props) => (
  <p className="mt-3 max-w-prose text-sand">
    More than {most} guests? Call us at <PhoneLink phone={venue.phone} /> or{' '}
    <a href="/plan-event" className="text-brass underline underline-offset-4">
      plan a private event
    </a>
    .
  </p>
)
