import { data, redirect } from 'react-router'
import { isAddressHash } from '#features/reminders/rules.ts'
import { readReminderOptOut, setReminderOptOut, type StopLink } from '#features/reminders/service.ts'
import { INTENT_FIELD } from '#lib/forms/hidden-fields.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { PhoneLink } from '#ui/phone-link.tsx'
import { type RequestContext, withContext } from '#http/context.ts'
import { readForm, textOf } from '#forms/form-handler.ts'
import { useRootData } from '../layout/site-layout.tsx'
import type { Route } from './+types/stop-reminders.ts'

/** The form and the button of an email program post to the whole address, so that both keep `to`. */
function linkOf({ tokens }: RequestContext, token: string, request: Request): StopLink {
  const reservationId = tokens.read('stop', token)
  const to = new URL(request.url).searchParams.get('to')
  if (reservationId === null || (to !== null && !isAddressHash(to))) throw data(null, { status: 404 })
  return { reservationId, to }
}

/** Loads the reminder setting. A GET changes nothing, because email programs prefetch links. */
export const loader = withContext(async (deps, { params, request }: Route.LoaderArgs) => {
  const state = await readReminderOptOut(deps, linkOf(deps, params.token, request))
  if (state === null) throw data(null, { status: 404 })
  return { isStopped: state === 'stopped' }
})

/** Stops or resumes reminders. One-click unsubscribe of an email program sends no intent and means stop. */
export const action = withContext(async (deps, { params, request }: Route.ActionArgs) => {
  const link = linkOf(deps, params.token, request)
  const isStopped = textOf(await readForm(request), INTENT_FIELD) !== 'resume'
  const changed = await setReminderOptOut(deps, link, isStopped)
  if (!changed.ok && changed.reason === 'too_often') return data({ isTooOften: true }, { status: 429 })
  if (!changed.ok) throw data(null, { status: 404 })
  throw redirect(`/stop-reminders/${params.token}${link.to === null ? '' : `?to=${link.to}`}`, 303)
})

export default function StopReminders({ loaderData: { isStopped }, actionData }: Route.ComponentProps) {
  const { venue } = useRootData()
  return (
    <div className="mx-auto flex max-w-2xl flex-col items-start gap-5 py-10">
      <h1 className="text-title">{isStopped ? 'Reminders are stopped' : 'Stop reminders?'}</h1>
      <p className="text-lg text-sand">
        {isStopped
          ? `${venue.name} will send you no more reminders and no thanks after your visit. You will still get emails about what you book, move or cancel.`
          : `Before a dinner or a night, ${venue.name} reminds you by email or text, and thanks you after it. You can stop that here.`}
      </p>
      {actionData?.isTooOften && (
        <p role="alert" className="font-semibold text-rose">
          This was changed many times today. Please try again tomorrow or call us at{' '}
          <PhoneLink phone={venue.phone} />.
        </p>
      )}
      <form method="post" className="flex flex-wrap gap-3">
        {isStopped ? (
          <Button type="submit" name={INTENT_FIELD} value="resume" look="outline">
            Remind me again
          </Button>
        ) : (
          <Button type="submit" name={INTENT_FIELD} value="stop">
            STOP reminders
          </Button>
        )}
        <ButtonLink href="/" look="quiet">
          Return to Homepage
        </ButtonLink>
      </form>
    </div>
  )
}
