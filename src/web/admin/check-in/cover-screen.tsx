import { type ReactNode, useState } from 'react'
import { COVER_LABELS, itemsCents, itemsGuests } from '#features/payments/cover/rules.ts'
import { type CoverItem, MAX_COVER_GUESTS } from '#features/payments/cover/schema.ts'
import { COVER_KINDS, type CoverKind } from '#features/payments/ledger/schema.ts'
import type { VenueMethod } from '#features/payments/ledger/schema.ts'
import type { Occupancy } from '#features/reservation-management/arrivals/rules.ts'
import { itemsOf, questionBeforeCover } from '#features/reservation-management/arrivals/cover/rules.ts'
import type { CoverPrices } from '#features/reservation-management/arrivals/cover/schema.ts'
import { type Cents, formatUsdShort } from '#lib/money.ts'
import { countText } from '#lib/text/count.ts'
import { useTapGuard } from '#ui/admin/use-tap-guard.ts'
import { FullScreen } from './full-screen.tsx'
import { BigButton } from './parts.tsx'

export type CoverCounts = Readonly<Record<CoverKind, number>>
export const NO_COVER: CoverCounts = { full: 0, reduced: 0, guest_list: 0, comp: 0 }

type Props = {
  readonly title: string
  readonly lines: readonly string[]
  readonly prices: CoverPrices
  /** Guests of each kind at first: what the party owes. */
  readonly first: CoverCounts
  readonly hasList: boolean
  /** The venue, where the guests enter by this act; null where they are inside already. */
  readonly room: Occupancy | null
  readonly closeText: string
  /** Content above the counts, such as the choice of the event. */
  readonly children?: ReactNode
  readonly onRecord: (items: readonly CoverItem[], method: VenueMethod | null) => void
  readonly onClose: () => void
}

/** Cover of a party or of walk-ins: how many guests of each kind, then cash or card. */
export function CoverScreen({ title, lines, prices, first, hasList, room, ...rest }: Props) {
  const [counts, setCounts] = useState(first)
  const [asked, setAsked] = useState<VenueMethod | 'nothing' | null>(null)
  const guard = useTapGuard(String(asked))
  const items = itemsOf(counts, prices)
  const [guests, cents] = [itemsGuests(items), itemsCents(items)]
  const question = questionBeforeCover(guests, cents, room)
  const record = (method: VenueMethod | 'nothing'): void =>
    rest.onRecord(items, method === 'nothing' ? null : method)
  return (
    <FullScreen title={title} onClose={rest.onClose}>
      {lines.map((line) => (
        <p key={line} className="text-xl leading-snug wrap-anywhere">
          {line}
        </p>
      ))}
      {rest.children}
      {asked !== null && question !== null ? (
        <div role="group" aria-label="Question" className="mt-auto flex flex-col gap-3">
          <p className="text-2xl font-semibold">{question}</p>
          <BigButton look="solid" className="min-h-16 text-xl" onClick={() => guard(() => record(asked))}>
            Yes, record {guests}
          </BigButton>
          <BigButton className="min-h-14 text-lg" onClick={() => guard(() => setAsked(null))}>
            No
          </BigButton>
        </div>
      ) : (
        <>
          <div role="group" aria-label="Guests by cover" className="flex flex-col divide-y divide-cream/20">
            {COVER_KINDS.filter((kind) => isOffered(kind, prices, hasList)).map((kind) => (
              <CountRow
                key={kind}
                label={COVER_LABELS[kind]}
                note={priceNote(kind, prices)}
                value={counts[kind]}
                onValue={(value) => setCounts({ ...counts, [kind]: value })}
              />
            ))}
          </div>
          <Payment
            {...{ guests, cents }}
            onPay={(method) => guard(() => (question === null ? record(method) : setAsked(method)))}
          />
        </>
      )}
      <BigButton className="min-h-14 text-lg" onClick={rest.onClose}>
        {rest.closeText}
      </BigButton>
    </FullScreen>
  )
}

const isOffered = (kind: CoverKind, prices: CoverPrices, hasList: boolean): boolean => {
  if (kind === 'full') return prices.fullCents !== null
  if (kind === 'reduced') return prices.reducedCents !== null
  return kind === 'comp' || hasList
}

function priceNote(kind: CoverKind, { fullCents, reducedCents }: CoverPrices): string {
  const each = kind === 'full' ? fullCents : kind === 'reduced' ? reducedCents : null
  return each === null ? 'free' : `${formatUsdShort(each)} each`
}

type PaymentProps = {
  readonly guests: number
  readonly cents: Cents
  readonly onPay: (method: VenueMethod | 'nothing') => void
}

/** Cash or card with the sum; one button where nothing is to be paid. */
function Payment({ guests, cents, onPay }: PaymentProps) {
  const isTooMany = guests > MAX_COVER_GUESTS
  const isDisabled = guests === 0 || isTooMany
  return (
    <div className="mt-auto flex flex-col gap-3">
      <p role="status" className="text-xl font-semibold tabular-nums">
        {isTooMany
          ? `Record at most ${MAX_COVER_GUESTS} guests at a time.`
          : `${countText(guests, 'guest')}, ${formatUsdShort(cents)}`}
      </p>
      {cents === 0 ? (
        <BigButton
          look="solid"
          className="min-h-20 text-2xl"
          disabled={isDisabled}
          onClick={() => onPay('nothing')}
        >
          Record, nothing to pay
        </BigButton>
      ) : (
        <div className="grid grid-cols-2 gap-3">
          {(['cash', 'card'] as const).map((method) => (
            <BigButton
              key={method}
              look="solid"
              className="min-h-20 text-2xl"
              disabled={isDisabled}
              onClick={() => onPay(method)}
            >
              {method === 'cash' ? 'Cash' : 'Card'} {formatUsdShort(cents)}
            </BigButton>
          ))}
        </div>
      )}
    </div>
  )
}

type CountRowProps = {
  readonly label: string
  readonly note: string
  readonly value: number
  readonly onValue: (value: number) => void
}

const MOST_TYPED = 999

/** A count with large buttons; a tap on the number types it. */
export const CountRow = ({ label, note, value, onValue }: CountRowProps) => (
  <div className="flex items-center gap-2 py-2">
    <div className="mr-auto min-w-0">
      <p className="text-xl font-semibold">{label}</p>
      <p className="text-base text-cream/85">{note}</p>
    </div>
    <BigButton
      className="size-16 text-3xl"
      aria-label={`One fewer, ${label}`}
      disabled={value === 0}
      onClick={() => onValue(value - 1)}
    >
      −
    </BigButton>
    <input
      aria-label={`Guests, ${label}`}
      inputMode="numeric"
      autoComplete="off"
      value={value}
      onFocus={(event) => event.target.select()}
      onChange={(event) =>
        onValue(Math.min(MOST_TYPED, Number(event.target.value.replaceAll(/\D/g, '').slice(0, 3))))
      }
      className="h-16 w-18 rounded-xl bg-night/40 text-center text-3xl font-bold tabular-nums"
    />
    <BigButton
      className="size-16 text-3xl"
      aria-label={`One more, ${label}`}
      onClick={() => onValue(Math.min(MOST_TYPED, value + 1))}
    >
      +
    </BigButton>
  </div>
)
