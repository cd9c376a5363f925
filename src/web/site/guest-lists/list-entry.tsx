import { nightText } from '#lib/venue-time.ts'
import { loadVenue } from '#features/venue/service.ts'
import { formatPhone } from '#lib/phone.ts'
import { data, redirect } from 'react-router'
import { GUEST_OPTIONS, guestsRules } from '#features/guest-lists/sign-ups/schema.ts'
import { peopleText, refusalCopy } from '#features/guest-lists/sign-ups/rules.ts'
import { changeOwnEntry, listEntryLink, loadOwnEntry } from '#features/guest-lists/sign-ups/service.ts'
import { listPath } from '#features/guest-lists/rules.ts'
import { EntryCode } from '#features/reservations/ui/entry-code.tsx'
import { INTENT_FIELD } from '#lib/forms/hidden-fields.ts'
import { parseField } from '#lib/forms/parse-field.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { SELECT } from '#ui/forms/form-field.tsx'
import { type RequestContext, withContext } from '#http/context.ts'
import { readForm, textOf } from '#forms/form-handler.ts'
import { privateMeta } from '../page/page-meta.ts'
import { PrivateFailure } from '../payment/private-failure.tsx'
import { describeEntry } from './guest-list-copy.ts'
import type { Route } from './+types/list-entry.ts'

function entryOf({ tokens }: RequestContext, token: string): string {
  const id = tokens.read('list_entry', token)
  if (id === null) throw data(null, { status: 404 })
  return id
}

/** Loads the entry that the signed link names. */
export const loader = withContext(async (deps, { params, request }: Route.LoaderArgs) => {
  const found = await loadOwnEntry(deps, entryOf(deps, params.token))
  if (!found) throw data(null, { status: 404 })
  const { entry, isOver } = found
  return {
    entry: describeEntry(entry, { night: nightText(entry), link: listEntryLink(deps, entry) }),
    isOver,
    isCalledOff: entry.isCalledOff,
    list: listPath(entry.listCode),
    isSaved: new URL(request.url).searchParams.has('saved'),
  }
})

const REMOVE = 'remove'

/** Changes the number of guests, or takes the name off the list. */
export const action = withContext(async (deps, { params, request }: Route.ActionArgs) => {
  const id = entryOf(deps, params.token)
  const form = await readForm(request)
  const isRemoval = textOf(form, INTENT_FIELD) === REMOVE
  const wanted = parseField(guestsRules, textOf(form, 'guests'))
  if (!isRemoval && !wanted.ok)
    return data({ title: 'Please look again', text: wanted.reason }, { status: 422 })
  const guestCount = isRemoval || !wanted.ok ? 0 : wanted.value
  const done = await changeOwnEntry(deps, id, guestCount)
  if (done.ok) throw redirect(`/list-entry/${params.token}?saved=1`, 303)
  if (done.reason.why === 'not_found') throw data(null, { status: 404 })
  const phone = formatPhone((await loadVenue(deps)).phone)
  return data(refusalCopy(done.reason, { wanted: guestCount, phone }), { status: 409 })
})

export const meta: Route.MetaFunction = ({ matches }) =>
  privateMeta(matches, 'Your place on the list', 'Your place on the guest list.')

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <PrivateFailure error={error} what="Guest list entry" />
)

export default function ListEntry({ loaderData, actionData }: Route.ComponentProps) {
  const { entry, isOver, isCalledOff, list, isSaved } = loaderData
  const isExpected = !entry.isRemoved && !isOver && !isCalledOff
  const toEvents = isCalledOff ? { href: '/events', label: 'See other events' } : null
  const onward = entry.isRemoved ? { href: list, label: 'Back to the list' } : toEvents
  return (
    <div className="mx-auto max-w-2xl">
      <p className="eyebrow">Guest list</p>
      <h1 className="mt-3 text-title">{titleOf({ ...entry, isOver, isCalledOff })}</h1>
      {isSaved && !entry.isRemoved ? (
        <p role="status" className="mt-3 font-semibold text-teal-light">
          Saved.
        </p>
      ) : null}
      <div className="mt-6 rounded-card border border-bark bg-ember p-5 sm:p-7">
        <p className="font-display text-2xl wrap-anywhere">{entry.name}</p>
        <p className="mt-1">{peopleText(entry.guestCount)}</p>
        <p className="mt-4 font-semibold">{entry.eventTitle}</p>
        <p className="text-sand">{entry.night}</p>
        {isCalledOff ? null : <p className="mt-4 font-semibold text-brass">{entry.terms}</p>}
        <p className="mt-1 text-sand">List: {entry.listName}</p>
        {isExpected ? (
          <div className="mt-6 border-t border-dashed border-clay pt-6">
            <EntryCode {...entry.entry} />
          </div>
        ) : null}
      </div>
      {actionData ? (
        <div role="alert" className="mt-6 rounded-card border-2 border-rose bg-burgundy/25 p-4">
          <h2 className="text-xl">{actionData.title}</h2>
          <p className="mt-1 text-sand">{actionData.text}</p>
        </div>
      ) : null}
      {onward ? (
        <p className="mt-6">
          <ButtonLink href={onward.href}>{onward.label}</ButtonLink>
        </p>
      ) : null}
      {isExpected ? <Change guestCount={entry.guestCount} /> : null}
    </div>
  )
}

type Place = { readonly isRemoved: boolean; readonly isOver: boolean; readonly isCalledOff: boolean }

function titleOf({ isRemoved, isOver, isCalledOff }: Place): string {
  if (isRemoved) return 'You are off the list'
  if (isCalledOff) return 'This night is called off'
  return isOver ? 'This night is over' : 'You are on the list'
}

const Change = ({ guestCount }: { guestCount: number }) => (
  <section aria-labelledby="change" className="no-print mt-8 rounded-card border border-bark p-5 sm:p-7">
    <h2 id="change" className="text-heading">
      Change of plans?
    </h2>
    <p className="mt-2 text-sand">
      Save the address of this page: it shows and changes your place on the list.
    </p>
    <form method="post" data-once className="mt-5 flex flex-wrap items-end gap-3">
      <label className="flex flex-col gap-1.5 font-semibold">
        How many, with you?
        <select name="guests" defaultValue={String(guestCount)} className={SELECT}>
          {optionsWith(guestCount).map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <Button type="submit" look="outline" className="min-h-12">
        Save
      </Button>
    </form>
    <form method="post" data-once className="mt-4">
      <Button type="submit" name={INTENT_FIELD} value={REMOVE} look="quiet" className="px-0">
        Take my name off the list
      </Button>
    </form>
  </section>
)

/** The offered numbers, and a larger one that staff entered. */
const optionsWith = (guestCount: number) =>
  guestCount > GUEST_OPTIONS.length
    ? [...GUEST_OPTIONS, { value: String(guestCount), label: peopleText(guestCount) }]
    : GUEST_OPTIONS
