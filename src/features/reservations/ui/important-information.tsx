import { countText } from '#lib/text/count.ts'
import type { PublicVenue } from '#features/venue/schema.ts'
import { PhoneLink } from '#ui/phone-link.tsx'

type Props = {
  readonly venue: PublicVenue
  /** Whether guests pay cover on this night. */ readonly hasCover: boolean
  /** How to change the reservation, on the page where guests change it themselves. */
  readonly changes?: string
}

/** Information for the guest before the event, with the values of the venue's settings. */
export const ImportantInformation = ({ venue, hasCover, changes }: Props) => (
  <section aria-labelledby="important-information">
    <h3 id="important-information" className="text-xl">
      Important Information
    </h3>
    <ul className="mt-2 flex list-disc flex-col gap-1 pl-5 text-sand marker:text-brass">
      <li>Please arrive {venue.arriveEarlyMinutes} minutes early.</li>
      <li>Present this confirmation at the door, on your phone or printed.</li>
      <li>Dress code: smart casual to formal.</li>
      <li>
        {changes ?? `For changes, contact us ${countText(venue.changeNoticeHours, 'hour')} ahead:`}{' '}
        <PhoneLink phone={venue.phone} />.
      </li>
      {hasCover ? <li>Extra guests pay the standard cover charge.</li> : null}
    </ul>
  </section>
)
