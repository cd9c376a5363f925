import { enqueueEmail } from '#features/emails/service.ts'
import { readOutcomes } from '#features/emails/history/service.ts'
import { enqueueText } from '#features/emails/text-messages/service.ts'
import { textFrom } from '#features/venue/rules.ts'
import { loadVenue } from '#features/venue/service.ts'
import { formatPhone } from '#lib/phone.ts'
import { countText } from '#lib/text/count.ts'
import { lastFinalChange } from '#lib/undo-window.ts'
import { nightText } from '#lib/venue-time.ts'
import { type Db, inTransaction } from '#platform/db/db.ts'
import type { MailContent } from '#platform/mail/mail.ts'
import type { SignedTokens } from '#platform/security/signed-tokens.ts'
import type { TextContent } from '#platform/text-messages/types.ts'
import { changeOf, changeText } from './rules.ts'
import type { ChangedList, ListTold, NightChange, ToldEntry } from './schema.ts'
import {
  findToldEntry,
  listChanged,
  listNamesBefore,
  listReachable,
  listTold,
  recordTold,
  type ToldList,
  type WhichLists,
} from './store.ts'

type Deps = { readonly db: Db; readonly now: Date }
type RenderDeps = Deps & { readonly tokens: SignedTokens; readonly origin: string }

/**
 * Tells the guests of lists whose night was moved, deleted or called off, or takes place after all: by email, or by text where they
 * agreed to texts and gave no email address. What staff can still undo is left for the next run. Returns the number of lists.
 */
export async function tellListGuests({ db, now }: Deps): Promise<number> {
  const changedBefore = lastFinalChange(now)
  const changed = await listChanged(db, { now, changedBefore })
  // oxlint-disable-next-line no-await-in-loop -- one list after the other, on one connection
  for (const list of changed) await inTransaction(db, (trx) => tellGuestsOf({ db: trx, now }, list))
  return changed.length
}

async function tellGuestsOf({ db, now }: Deps, list: ChangedList): Promise<void> {
  const change = changeOf(list)
  if (!(await recordTold(db, list, { change, at: now }))) return
  const message = { kind: change, dedupeKey: dedupeKeyOf(list.night, now) }
  for (const { id, guestEmail } of await listReachable(db, list.id)) {
    // oxlint-disable no-await-in-loop -- one after the other, on the connection of the transaction
    if (guestEmail === null) await enqueueText(db, id, message)
    else await enqueueEmail(db, id, message)
    // oxlint-enable no-await-in-loop
  }
}

const dedupeKeyOf = (night: string, at: Date): string => `${night} ${at.toISOString()}`

/** The outcome of the emails and texts about the last change of each night, for lists whose night is still to come. */
export async function loadListsTold({ db, now }: Deps, which: WhichLists): Promise<ListTold[]> {
  const lists = await listTold(db, now, which)
  if (lists.length === 0) return []
  const ids = lists.map(({ id }) => id)
  const names = Map.groupBy(await listNamesBefore(db, ids), ({ listId }) => listId)
  const namesOf = ({ id }: ToldList): Names => names.get(id) ?? []
  const messages = lists.flatMap((list) =>
    namesOf(list).map(({ id }) => ({ subjectId: id, dedupeKey: dedupeKeyOf(list.toldNight, list.at) })),
  )
  const outcomes = await readOutcomes(db, messages)
  return lists.map((list) => toTold(list, namesOf(list), outcomes)).filter((it) => it.names > 0)
}

type Names = Awaited<ReturnType<typeof listNamesBefore>>
type Outcomes = Awaited<ReturnType<typeof readOutcomes>>

function toTold(list: ToldList, names: Names, outcomes: Outcomes): ListTold {
  const { id, name, at, promoter, eventTitle, date, isDeleted, change } = list
  const isWaiting = (entry: string): boolean => outcomes.get(entry) === 'waiting'
  const isTold = (entry: string): boolean => ['sent', 'delivered'].includes(outcomes.get(entry) ?? '')
  return {
    listId: id,
    listName: name,
    promoter,
    eventTitle,
    date,
    isDeleted,
    change,
    at: at.toISOString(),
    names: names.length,
    told: names.filter((it) => isTold(it.id)).length,
    waiting: names.filter((it) => isWaiting(it.id)).length,
    untold: names
      .filter((it) => !isTold(it.id) && !isWaiting(it.id))
      .map(({ listId: _listId, guestPhone, ...it }) => ({
        ...it,
        guestPhone: guestPhone === null ? null : formatPhone(guestPhone),
        why: outcomes.has(it.id) ? 'failed' : 'no_contact',
      })),
  }
}

type Told = { readonly id: string; readonly change: NightChange }

/** The entry of a message; null where its guest left the list, or the night was changed back meanwhile. */
async function findTold({ db, now }: Deps, { id, change }: Told): Promise<ToldEntry | null> {
  const entry = await findToldEntry(db, id, now)
  return entry && entry.isCalledOff === (change === 'list_called_off') ? entry : null
}

/** Address that a message leads to: the guest's place on the list, or other nights. */
const linkOf = ({ tokens, origin }: RenderDeps, { id, change }: Told): string =>
  change === 'list_called_off' ? `${origin}/events` : `${origin}/list-entry/${tokens.sign('list_entry', id)}`

export async function renderNightChangeEmail(deps: RenderDeps, told: Told): Promise<MailContent | null> {
  const entry = await findTold(deps, told)
  if (!entry || entry.guestEmail === null) return null
  const venue = await loadVenue(deps)
  const { nightChangeMail } = await import('./emails.tsx')
  const mail = await nightChangeMail({
    venue,
    change: told.change,
    guestName: entry.guestName,
    eventTitle: entry.eventTitle,
    night: nightText(entry),
    party: countText(entry.guestCount, 'guest'),
    link: linkOf(deps, told),
  })
  return { ...mail, to: entry.guestEmail, replyTo: venue.email }
}

export async function renderNightChangeText(deps: RenderDeps, told: Told): Promise<TextContent | null> {
  const entry = await findTold(deps, told)
  if (!entry || entry.guestPhone === null) return null
  const night = nightText(entry)
  return {
    to: entry.guestPhone,
    body: textFrom(
      await loadVenue(deps),
      entry.eventTitle,
      (title) => `${changeText(told.change, { title, night })} ${linkOf(deps, told)}`,
    ),
    date: entry.date,
    isTimed: false,
  }
}
