import { Link } from 'react-router'
import type { NightGuest } from '#features/reservations/affected-guests/schema.ts'
import { contentSummary, missingContent } from '#features/reservations/package-contents/rules.ts'
import { formatUsd } from '#lib/money.ts'
import { telHref } from '#lib/phone.ts'
import { listText } from '#lib/text/list-text.ts'

const HEADS = ['Table', 'Guest', 'Phone', 'Guests', 'Packages', 'Special requests', 'Code', 'Due', 'Status']

/** The parties of a night, for check-in on a screen or on paper. In a narrow place each is a card of its own. */
export const NightGuests = ({ guests }: { guests: readonly NightGuest[] }) => (
  <table className="w-full text-left as-cards:block">
    <thead className="as-cards:sr-only">
      <tr className="border-b border-clay text-sm text-sand">
        {HEADS.map((head) => (
          <th key={head} scope="col" className="py-2 pr-3">
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody className="as-cards:block">
      {guests.map((guest) => (
        <GuestRow key={guest.id} guest={guest} />
      ))}
    </tbody>
  </table>
)

const GuestRow = ({ guest }: { guest: NightGuest }) => (
  <tr className="break-inside-avoid border-b border-bark align-baseline as-cards:flex as-cards:flex-wrap as-cards:items-baseline as-cards:gap-x-3 as-cards:py-2">
    <td className="py-1 pr-3 font-semibold tabular-nums">
      <span className="as-rows:sr-only">{guest.tableNumbers.length > 1 ? 'Tables ' : 'Table '}</span>
      {listText(guest.tableNumbers) || 'none'}
    </td>
    <th
      scope="row"
      className="py-1 pr-3 font-semibold as-cards:grow as-cards:basis-52 as-cards:wrap-anywhere md:as-cards:basis-32"
    >
      <Link to={`/admin/reservations/${guest.id}`} className="hover:underline">
        {guest.guestName}
      </Link>
    </th>
    <td className="py-1 pr-3 whitespace-nowrap as-cards:pr-0 md:as-cards:ml-auto">
      {guest.guestPhone ? (
        <a href={telHref(guest.guestPhone)} className="inline-flex items-center underline as-cards:min-h-11">
          {guest.guestPhone}
        </a>
      ) : (
        <span className="text-dune">
          <span className="as-rows:hidden">no phone</span>
          <span className="as-cards:hidden">none</span>
        </span>
      )}
    </td>
    <td className="py-1 pr-3 tabular-nums">
      {guest.guestCount}
      <span className="as-rows:hidden"> {guest.guestCount === 1 ? 'guest' : 'guests'}</span>
    </td>
    <td className="max-w-sm py-1 pr-3 wrap-anywhere as-cards:order-last as-cards:max-w-none as-cards:basis-full as-cards:empty:hidden">
      {guest.packages.map((it) => (
        <p key={it.label}>
          {it.label}
          <PackageLine content={it} />
        </p>
      ))}
    </td>
    <td className="max-w-sm py-1 pr-3 break-words as-cards:order-last as-cards:max-w-none as-cards:basis-full as-cards:empty:hidden">
      {guest.specialRequests}
    </td>
    <td className="py-1 pr-3 font-mono text-sm">{guest.entryCode}</td>
    <td className="py-1 pr-3 whitespace-nowrap tabular-nums">
      {guest.dueCents === 0 ? 'nothing' : formatUsd(guest.dueCents)}
      <span className="as-rows:sr-only"> due</span>
    </td>
    <td className={`py-1 md:as-cards:ml-auto ${guest.status === 'confirmed' ? 'as-cards:sr-only' : ''}`}>
      {guest.status}
    </td>
  </tr>
)

const PackageLine = ({ content }: { content: NightGuest['packages'][number] }) => {
  const missing = missingContent(content)
  const given = contentSummary(content)
  return (
    <>
      {given ? <span className="block text-sm text-sand">{given}</span> : null}
      {missing ? <span className="block text-sm text-rose">Still missing: {missing}</span> : null}
    </>
  )
}
