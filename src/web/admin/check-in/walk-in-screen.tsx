import { useState } from 'react'
import type { CoverItem } from '#features/payments/cover/schema.ts'
import type { VenueMethod } from '#features/payments/ledger/schema.ts'
import type { ExpectedParty, Snapshot } from '#features/reservation-management/check-in/schema.ts'
import type { Occupancy } from '#features/reservation-management/arrivals/rules.ts'
import { MAX_COUNTED } from '#features/reservation-management/tonight/head-counts/schema.ts'
import {
  coverOwed,
  coverOwedText,
  coverPrices,
  coverToCollect,
  questionBeforeCover,
} from '#features/reservation-management/arrivals/cover/rules.ts'
import type { CoverOwed } from '#features/reservation-management/arrivals/cover/schema.ts'
import { countText } from '#lib/text/count.ts'
import { useTapGuard } from '#ui/admin/use-tap-guard.ts'
import { CountRow, CoverScreen, NO_COVER } from './cover-screen.tsx'
import { coverGuestsOf } from './device/check-in-state.ts'
import { FullScreen } from './full-screen.tsx'
import { BigButton, Crowd } from './parts.tsx'

type OnRecord = (items: readonly CoverItem[], method: VenueMethod | null) => void
type Venue = Pick<Snapshot, 'coverNights' | 'reducedCoverCents'>

type WalkInProps = {
  readonly venue: Venue
  readonly room: Occupancy
  /** Warning where the prices are those of another night. */
  readonly warning: string | null
  readonly onRecord: OnRecord
  readonly onCount: (guests: number) => void
  readonly onClose: () => void
}

/** People without a booking come in: with cover where the night has one, else counted only. */
export function WalkInScreen({ venue, warning, room, onRecord, onCount, onClose }: WalkInProps) {
  const { coverNights, reducedCoverCents } = venue
  const [chosen, setChosen] = useState(0)
  const night = coverNights[chosen]
  if (!night) return <FreeWalkInScreen {...{ warning, room, onCount, onClose }} />
  const prices = coverPrices(night.price, { listCents: null, venueCents: reducedCoverCents })
  return (
    <CoverScreen
      key={chosen}
      title="Walk-in"
      lines={[
        ...(warning === null ? [] : [warning]),
        ...(coverNights.length > 1 ? [] : [`${night.title}, ${night.price}`]),
      ]}
      prices={prices}
      first={{ ...NO_COVER, full: prices.fullCents === null ? 0 : 1 }}
      hasList={false}
      room={room}
      closeText="Close"
      {...{ onRecord, onClose }}
    >
      <Crowd room={room} />
      {coverNights.length > 1 ? (
        <div role="group" aria-label="Event" className="flex flex-wrap gap-2">
          {coverNights.map(({ title, price }, at) => (
            <BigButton
              key={`${title} ${price}`}
              look={at === chosen ? 'solid' : 'outline'}
              aria-pressed={at === chosen}
              onClick={() => setChosen(at)}
            >
              {title}, {price}
            </BigButton>
          ))}
        </div>
      ) : null}
    </CoverScreen>
  )
}

/** Heads are counted on a free night as well. */
function FreeWalkInScreen({
  warning,
  room,
  onCount,
  onClose,
}: Pick<WalkInProps, 'warning' | 'room' | 'onCount' | 'onClose'>) {
  const [guests, setGuests] = useState(1)
  const [isAsked, setIsAsked] = useState(false)
  const guard = useTapGuard(String(isAsked))
  const question = questionBeforeCover(guests, 0, room)
  const isTooMany = guests > MAX_COUNTED
  return (
    <FullScreen title="Walk-in" onClose={onClose}>
      <Crowd room={room} />
      <p className="text-xl">{warning ?? 'No cover tonight.'} Guests are counted.</p>
      <CountRow label="Guests" note="free" value={guests} onValue={setGuests} />
      <div className="mt-auto flex flex-col gap-3">
        <p role="status" className="text-xl font-semibold">
          {isTooMany ? `Count at most ${MAX_COUNTED} people at a time.` : isAsked ? question : ''}
        </p>
        <BigButton
          look="solid"
          className="min-h-20 text-2xl"
          disabled={guests === 0 || isTooMany}
          onClick={() => guard(() => (question === null || isAsked ? onCount(guests) : setIsAsked(true)))}
        >
          {isAsked ? 'Yes, ' : ''}
          {countText(guests, 'guest')} {guests === 1 ? 'comes' : 'come'} in
        </BigButton>
        <BigButton className="min-h-14 text-lg" onClick={onClose}>
          Close
        </BigButton>
      </div>
    </FullScreen>
  )
}

type PartyCoverProps = {
  readonly party: ExpectedParty
  readonly venue: Venue
  readonly now: Date
  readonly onRecord: OnRecord
  readonly onClose: () => void
}

/** Cover that a party's guests who are here owe; null once nothing is left. */
export function PartyCoverScreen({ party, venue, now: opened, onRecord, onClose }: PartyCoverProps) {
  const [now] = useState(opened)
  const { cover } = party
  const asked = coverGuestsOf(party, now)
  if (!cover || coverToCollect(cover, asked).length === 0) return null
  const prices = coverPrices(cover.price, {
    listCents: cover.list?.reducedCents ?? null,
    venueCents: venue.reducedCoverCents,
  })
  // A night without one price: staff choose the kind.
  const isPriced = ({ kind }: CoverOwed): boolean => kind !== 'full' || prices.fullCents !== null
  const owed = coverOwed(cover, asked).filter(isPriced)
  const first = { ...NO_COVER, ...Object.fromEntries(owed.map(({ kind, guests }) => [kind, guests])) }
  const text = coverOwedText(cover, asked)
  return (
    <CoverScreen
      key={party.id}
      title={party.guestName}
      lines={[
        ...(text === null ? [] : [`Cover: ${text}`]),
        ...(cover.freeGuests === 1 ? ['The holder enters free.'] : []),
        ...(cover.freeGuests > 1 ? [`The ${cover.freeGuests} holders enter free.`] : []),
      ]}
      hasList={cover.list !== null}
      // They are inside already.
      room={null}
      closeText="Not now"
      {...{ prices, first, onRecord, onClose }}
    />
  )
}
