import { data } from 'react-router'
import { readDate, readGuests } from '#features/dining/rules.ts'
import { findEvent } from '#features/events/service.ts'
import type { Event } from '#features/events/schema.ts'
import { formatPhone } from '#features/venue/rules.ts'
import { freeTablePath, joinRefusalCopy } from '#features/waiting-list/joining/rules.ts'
import {
  DINNER_WAITING_FORM,
  type DinnerWaitingField,
  type Joining,
  type JoinRefusal,
  NIGHT_WAITING_FORM,
  type NightWaitingField,
} from '#features/waiting-list/joining/schema.ts'
import { joinDinner, joinNight } from '#features/waiting-list/joining/service.ts'
import { offerDinnersOf, offerNightTables } from '#features/waiting-list/offers/service.ts'
import type { FormRefusal } from '#lib/forms/check.ts'
import type { Result } from '#lib/result.ts'
import { type CalendarDate, isWallTime, type WallTime } from '#lib/venue-time.ts'
import type { RequestContext } from '#http/context.ts'
import type { FormHandler } from '#forms/form-handler.ts'

/** The night, or the dinner time for a party, that the address of the form names. */
export type Wanted =
  | { readonly kind: 'night'; readonly event: Event }
  | { readonly kind: 'dinner'; readonly date: CalendarDate; readonly time: WallTime; readonly guests: number }

/** Reads the address of the form. Throws 404 where it names nothing that exists. */
export async function readWanted(deps: RequestContext, query: URLSearchParams): Promise<Wanted> {
  const slug = query.get('event')
  if (slug !== null) {
    const found = await findEvent(deps, slug)
    if (found?.kind === 'event') return { kind: 'night', event: found.event }
  }
  const [date, time, guests] = [
    readDate(query.get('date')),
    query.get('time') ?? '',
    readGuests(query.get('guests')),
  ]
  if (slug !== null || date === null || guests === null || !isWallTime(time))
    throw data(null, { status: 404 })
  return { kind: 'dinner', date, time, guests }
}

type Handler<Field extends string, Value> = FormHandler<Field, Value> & {
  /** Id of the entry; null where nothing was stored. */
  readonly entryId: () => string | null
}

type Contact = {
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly texts: 'on' | null
  readonly consent: 'yes'
}

const partyOf = (deps: RequestContext, { name, email, phone, texts }: Contact, key: string) => ({
  guestName: name,
  guestEmail: email,
  guestPhone: phone,
  agreesToTexts: texts === 'on',
  key,
  joiner: deps.guest,
})

export const nightHandler = (
  deps: RequestContext,
  event: Event,
): Handler<NightWaitingField, Contact & { guests: number; zone: Joining['zone'] }> =>
  handlerOf(deps, {
    plan: NIGHT_WAITING_FORM,
    async join({ guests, zone, ...contact }, key) {
      const joined = await joinNight(deps, event, {
        ...partyOf(deps, contact, key),
        guestCount: guests,
        zone,
      })
      // A table that is free already is offered at once, not by the next job.
      if (joined.ok) await offerNightTables(deps, event)
      return joined
    },
  })

export const dinnerHandler = (
  deps: RequestContext,
  { date, time, guests }: Extract<Wanted, { kind: 'dinner' }>,
): Handler<DinnerWaitingField, Contact> =>
  handlerOf(deps, {
    plan: DINNER_WAITING_FORM,
    async join(contact, key) {
      const party = { ...partyOf(deps, contact, key), guestCount: guests, zone: null }
      const joined = await joinDinner(deps, { date, time }, party)
      if (joined.ok) await offerDinnersOf(deps, date)
      return joined
    },
  })

type Use<Field extends string, Value> = Pick<FormHandler<Field, Value>, 'plan'> & {
  readonly join: (value: Value, key: string) => Promise<Result<string, JoinRefusal>>
}

function handlerOf<Field extends string, Value>(
  deps: RequestContext,
  { plan, join }: Use<Field, Value>,
): Handler<Field, Value> {
  let entryId: string | null = null
  return {
    plan,
    async onSubmit(value, key) {
      const joined = await join(value, key)
      if (!joined.ok) {
        const refusal = refusalOf(plan.fields, joined.reason, (await deps.loadVenue()).phone)
        // Contacts cannot be tried out by it.
        return { ...refusal, isCounted: joined.reason.why === 'known_contact' }
      }
      entryId = joined.value
      return null
    },
    success: () => ({ title: 'You are on the waiting list', text: '', to: '/events' }),
    entryId: () => entryId,
  }
}

function refusalOf<Field extends string>(
  fields: readonly Field[],
  refusal: JoinRefusal,
  phone: string,
): FormRefusal<Field> {
  const { field, ...copy } = joinRefusalCopy(refusal, formatPhone(phone))
  const named = fields.find((it) => it === field)
  const link =
    refusal.why === 'not_full' && refusal.table !== null
      ? { link: { href: freeTablePath(refusal.table), label: `Reserve table ${refusal.table.tableNumber}` } }
      : {}
  return {
    ...copy,
    ...link,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the key is one of the fields
    problems: (named ? { [named]: copy.text } : {}) as FormRefusal<Field>['problems'],
  }
}
