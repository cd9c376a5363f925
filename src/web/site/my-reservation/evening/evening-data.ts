import { ALSO_CHANGES, eveningText, OTHER_LABELS, partText } from '#features/reservations/evening/rules.ts'
import type { EveningPart } from '#features/reservations/evening/schema.ts'
import { findEvening } from '#features/reservations/evening/service.ts'
import { findAlsoChanged } from '#features/reservation-management/guest-changes/contact/service.ts'
import { guestPath } from '#features/reservations/guest-links/service.ts'
import type { RequestContext } from '#http/context.ts'
import { readOwnPart } from '../guest-page.ts'
import { loadDinner } from './dinner-data.ts'
import { type Also, CANCEL, GIVE_UP } from './intents.ts'
import { loadNight } from './night-data.ts'

/** The other reservation of an evening, on the page of the one. */
export type EveningShown = {
  /** `Your evening: dinner at 7:00 PM at table 4, then Afro Night from 9:00 PM at table 4.` */
  readonly text: string
  readonly link: string
  readonly linkLabel: string
  readonly facts: readonly (readonly [term: string, text: string])[]
  readonly also: AlsoShown | null
  /** Sentence of the form that corrects the email of both; null where it corrects this one alone. */
  readonly emailAlso: string | null
}

/** How the other reservation is cancelled with this one, and its money; null where only staff cancel it. */
export type AlsoShown = Also & {
  readonly seen: string
  readonly about: string
  readonly money: string
}

/** The evening of a reservation whose link the guest holds; null where no other reservation is known to be theirs. */
export const loadEvening = (deps: RequestContext, id: string): Promise<EveningShown | null> =>
  readOwnPart(deps, 'evening', () => readEvening(deps, id))

async function readEvening(deps: RequestContext, id: string): Promise<EveningShown | null> {
  const evening = await findEvening(deps, id, 'holder')
  if (!evening) return null
  const { parts, other } = evening
  const shown = await (other.type === 'dining' ? dinnerOf(deps, other) : nightOf(deps, other))
  const corrected = await findAlsoChanged(deps, id, 'email')
  return (
    shown && {
      ...shown,
      text: eveningText(parts),
      link: guestPath(deps, other.id),
      emailAlso: corrected && ALSO_CHANGES[corrected.type],
    }
  )
}

type OtherShown = Omit<EveningShown, 'text' | 'link' | 'emailAlso'>

const about = (part: EveningPart) => ({ about: partText(part), otherId: part.id })

async function nightOf(deps: RequestContext, part: EveningPart): Promise<OtherShown | null> {
  const night = await loadNight(deps, part.id)
  if (!night) return null
  const { confirmation, cancel, status, seen } = night
  const terms = cancel?.isPossible ? cancel.money : (cancel?.afterDeadline ?? null)
  return {
    linkLabel: OTHER_LABELS.nightlife,
    facts: [
      ['Night', `${confirmation.eventTitle}, ${confirmation.night}`],
      ['Table', `${confirmation.tables}, ${confirmation.zone}`],
      [confirmation.total.label, confirmation.total.amount],
      confirmation.entry ? ['Entry code', confirmation.entry.code] : ['Status', status],
    ],
    also:
      terms === null
        ? null
        : { ...about(part), seen, money: terms, intent: cancel?.isPossible ? CANCEL : GIVE_UP },
  }
}

async function dinnerOf(deps: RequestContext, part: EveningPart): Promise<OtherShown | null> {
  const loaded = await loadDinner(deps, part.id)
  if (!loaded) return null
  const { status, date, time, entry, change, seen } = loaded.shown
  return {
    linkLabel: OTHER_LABELS.dining,
    facts: [
      ['Dinner', `${date}, ${time}`],
      ['Status', status],
      ...(entry ? [['Entry code', entry.code] as const] : []),
    ],
    also: change?.canGiveUp
      ? { ...about(part), seen, money: 'You owe nothing for it.', intent: GIVE_UP }
      : null,
  }
}
