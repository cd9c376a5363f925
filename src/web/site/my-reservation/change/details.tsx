import { data, redirect } from 'react-router'
import { findDinner } from '#features/dining/dinners/service.ts'
import { shownContact } from '#features/reservation-management/guest-changes/contact/rules.ts'
import {
  CONTACT_FORM,
  type ContactClash,
} from '#features/reservation-management/guest-changes/contact/schema.ts'
import {
  changeContactByGuest,
  findAlsoChanged,
  hasEnded,
} from '#features/reservation-management/guest-changes/contact/service.ts'
import { refusal } from '#features/reservation-management/guest-changes/rules.ts'
import { ALSO_CHANGES } from '#features/reservations/evening/rules.ts'
import { guestPath } from '#features/reservations/guest-links/service.ts'
import { findReservation } from '#features/reservations/service.ts'
import { type RequestContext, withContext } from '#http/context.ts'
import { readForm } from '#forms/form-handler.ts'
import { checkTyped, type FormRefusal, readTyped, typedWith } from '#lib/forms/check.ts'
import { clashText, readSeen } from '#lib/forms/seen.ts'
import { formatPhone } from '#lib/phone.ts'
import { Button, ButtonLink, buttonClass } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/forms/error-summary.tsx'
import { FormFields } from '#ui/forms/form-fields.tsx'
import { SeenFields } from '../seen-fields.tsx'
import type { Route } from './+types/details.ts'
import { followMerge } from '../guest-page.ts'

/** The night or the dinner that the signed link names. */
async function readBooked(deps: RequestContext, token: string) {
  const id = deps.tokens.read('guest', token)
  if (id !== null) await followMerge(deps, id, '/details')
  const booked = id && ((await findReservation(deps, id)) ?? (await findDinner(deps, id)))
  if (!booked) throw data(null, { status: 404 })
  return booked
}

/** Loads the phone number and the special requests of a reservation for its guest. */
export const loader = withContext(async (deps, { params }: Route.LoaderArgs) => {
  const { id, ...contact } = await readBooked(deps, params.token)
  const [other, isClosed] = await Promise.all([findAlsoChanged(deps, id, 'phone'), hasEnded(deps, id)])
  return {
    link: guestPath(deps, id),
    typed: typedWith(CONTACT_FORM.fields, shownContact(contact)),
    also: other && ALSO_CHANGES[other.type],
    closed: isClosed ? refusal('not_live').text : null,
  }
})

const TOO_OFTEN = {
  title: 'Not saved',
  text: 'You changed this many times within the hour. Please try again later.',
  problems: {},
}

const tooLate = (phone: string) => ({
  title: 'Not saved',
  text: `Phone and special requests can be changed here only until the reservation begins. Please call us at ${formatPhone(phone)}.`,
  problems: {},
})

const changedMeanwhile = ({ fields, stored }: ContactClash) => ({
  title: 'Not saved',
  text: 'This was changed since you opened the page. What you typed is still here.',
  problems: Object.fromEntries(fields.map((name) => [name, clashText(stored[name])])),
})

/** Stores what the guest typed. A reservation that has begun or is cancelled keeps what it has, and the form says so. */
export const action = withContext(async (deps, { params, request }: Route.ActionArgs) => {
  const { id } = await readBooked(deps, params.token)
  const form = await readForm(request)
  const typed = readTyped(form, CONTACT_FORM.fields)
  const seen = readSeen(form, CONTACT_FORM.fields)
  const checked = checkTyped(CONTACT_FORM, typed)
  const answer = (refused: FormRefusal<(typeof CONTACT_FORM.fields)[number]>, status: number) =>
    data({ typed, seen, refusal: refused }, { status })
  if (!checked.ok) return answer(checked.reason, 422)
  const changed = await changeContactByGuest(deps, id, { ...checked.value, seen })
  if (!changed.ok && typeof changed.reason === 'object') {
    const { again, stored } = changed.reason
    return data({ typed: again, seen: stored, refusal: changedMeanwhile(changed.reason) }, { status: 409 })
  }
  if (!changed.ok && changed.reason === 'too_often') return answer(TOO_OFTEN, 429)
  if (!changed.ok && changed.reason === 'not_live')
    return answer(tooLate((await deps.loadVenue()).phone), 409)
  const outcome = changed.ok ? `?change=details${changed.value.also ? `_${changed.value.also}` : ''}` : ''
  throw redirect(`${guestPath(deps, id)}${outcome}#status`, 303)
})

const FORM = 'contact'
const { phone, requests } = CONTACT_FORM.descriptors

export default function Details({
  loaderData: { link, typed, also, closed },
  actionData,
}: Route.ComponentProps) {
  const refused = actionData?.refusal ?? null
  if (closed !== null) return <Closed text={closed} link={link} />
  return (
    <>
      <h1 className="text-title">Phone and special requests</h1>
      <form
        method="post"
        action={`${link}/details`}
        noValidate
        data-once
        className="mt-8 flex flex-col gap-6 rounded-card border border-bark bg-ember p-5 sm:p-8"
      >
        <SeenFields seen={actionData?.seen ?? typed} />
        {refused ? <ErrorSummary refusal={refused} form={FORM} fields={CONTACT_FORM.fields} /> : null}
        <FormFields
          form={FORM}
          fields={[also === null ? phone : { ...phone, hint: also }, requests]}
          typed={actionData?.typed ?? typed}
          problems={refused?.problems ?? {}}
        />
        <div className="flex flex-wrap gap-3 max-sm:flex-col">
          <Button type="submit">Save</Button>
          <a href={link} className={buttonClass('quiet')}>
            Back to your reservation
          </a>
        </div>
      </form>
    </>
  )
}

const Closed = ({ text, link }: { readonly text: string; readonly link: string }) => (
  <>
    <h1 className="text-title">Phone and special requests</h1>
    <p role="status" className="mt-3 text-lg text-sand">
      {text}
    </p>
    <ButtonLink href={link} look="quiet" className="mt-6">
      Back to your reservation
    </ButtonLink>
  </>
)
