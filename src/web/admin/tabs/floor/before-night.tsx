import type { ReactNode } from 'react'
import type { DinnerBeforeNight } from '#features/reservation-management/floor/schema.ts'
import { formatUsdShort } from '#lib/money.ts'
import { clockAt } from '#lib/venue-time.ts'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/admin/panel.tsx'
import type { ShownParty } from '../tonight/parties.ts'
import { stateText, tableText } from '../tonight/tonight-copy.ts'
import { PartyLine } from './party-line.tsx'

type Dinner = DinnerBeforeNight<ShownParty>
type Props = {
  readonly dinners: readonly Dinner[]
  readonly canEdit: boolean
  readonly onOpen: (party: ShownParty) => void
  readonly onKeep: (dinner: Dinner) => void
}

/** The end of the dinner, where that is before the night needs its table. */
const earlier = ({ party, outBy }: Dinner): string => (party.endsAt < outBy ? party.endsAt : outBy)

/** `Then Kofi Mensah, 4`, or the price at which the guests can keep the table. */
const Following = ({ next, isKept, offer }: Dinner): ReactNode => {
  if (isKept) return next?.isHeld ? 'Paying to keep the table' : 'Keeps the table for the night'
  if (next)
    return (
      <>
        Then <bdi>{next.guestName}</bdi>, {next.guestCount}
      </>
    )
  if (!offer) return 'Then for sale'
  return `Then for sale for ${offer.night.title}: ${formatUsdShort(offer.priceCents)}`
}

/** Dinners on tables of the night: by when they must leave, and whether they can keep the table. */
export function BeforeNight({ dinners, canEdit, onOpen, onKeep }: Props) {
  const [first] = dinners
  if (!first) return null
  const isOneTime = dinners.every(({ outBy }) => outBy === first.outBy)
  return (
    <Panel>
      <h3 className="text-lg">{isOneTime ? `At ${clockAt(first.outBy)}` : 'Dinners that must leave'}</h3>
      <p className="text-sm text-sand">Dinners on tables that the night needs.</p>
      <ul className="mt-2">
        {dinners.map((dinner) => (
          <li
            key={dinner.party.id}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-bark py-2"
          >
            <button
              type="button"
              onClick={() => onOpen(dinner.party)}
              className="min-h-12 min-w-0 flex-1 basis-52 rounded-lg text-left hover:bg-cocoa"
            >
              <span className="block font-semibold">
                {`${tableText(dinner.party)}, `}
                <PartyLine party={dinner.party} />
              </span>
              <span className="block text-sm text-sand">
                {dinner.isKept ? null : `Out by ${clockAt(earlier(dinner))} · `}
                {`${stateText(dinner.party)} · `}
                <Following {...dinner} />
              </span>
            </button>
            {canEdit && dinner.offer ? (
              <Button
                look="outline"
                className="min-h-12 px-3"
                aria-label={`Keep for the night: ${dinner.party.guestName}`}
                onClick={() => onKeep(dinner)}
              >
                Keep for the night
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
