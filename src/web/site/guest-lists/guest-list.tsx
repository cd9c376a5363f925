import { loadVenue } from '#features/venue/service.ts'
import { data, redirect } from 'react-router'
import { CLOSED_LIST, refusalCopy, tellsOfOthers } from '#features/guest-lists/sign-ups/rules.ts'
import { type SignUp, SIGN_UP_FORM, type SignUpField } from '#features/guest-lists/sign-ups/schema.ts'
import { loadPublicList, signUp } from '#features/guest-lists/sign-ups/service.ts'
import { listPath } from '#features/guest-lists/rules.ts'
import { enqueueText, recordConsent } from '#features/emails/text-messages/service.ts'
import { formatPhone } from '#features/venue/rules.ts'
import { INTENT_FIELD } from '#lib/forms/hidden-fields.ts'
import { ButtonLink } from '#ui/button.tsx'
import { type RequestContext, withContext } from '#http/context.ts'
import { type FormHandler, handleForm, readForm, textOf } from '#forms/form-handler.ts'
import { issueFormToken } from '#forms/form-token.ts'
import { PhoneLink } from '#ui/phone-link.tsx'
import { inTransaction } from '#platform/db/db.ts'
import { privateMeta } from '../page/page-meta.ts'
import { PrivateFailure } from '../payment/private-failure.tsx'
import { useRootData } from '../layout/site-layout.tsx'
import { guestCookieHeader } from '../reservations/dining-requests.ts'
import { describeList } from './guest-list-copy.ts'
import { SignUpForm } from './sign-up-form.tsx'
import type { Route } from './+types/guest-list.ts'

const CHANGE = 'change'

/** Loads a guest list by the code in its link. */
export const loader = withContext(async (deps, { params }: Route.LoaderArgs) => {
  const found = await loadPublicList(deps, params.code)
  if (!found) throw data(null, { status: 404 })
  return {
    list: describeList(found.list),
    problem: found.problem,
    formToken: issueFormToken(deps, SIGN_UP_FORM.name),
  }
})

/** Puts the guest on the list. It works as a plain form, with and without scripts. */
export const action = withContext(async (deps, { params, request }: Route.ActionArgs) => {
  const form = await readForm(request)
  const handler = signUpHandler(deps, params.code, textOf(form, INTENT_FIELD) === CHANGE)
  const { status, answer } = await handleForm(deps, form, handler)
  const entryId = handler.entryId()
  if (entryId !== null)
    throw redirect(`/list-entry/${deps.tokens.sign('list_entry', entryId)}`, {
      status: 303,
      // The browser is known again by it, and led to its entry.
      headers: guestCookieHeader(deps),
    })
  if (answer.is === 'sent') throw redirect(answer.success.to, 303)
  return data({ ...answer, offersChange: handler.offersChange() }, { status })
})

type Handler = FormHandler<SignUpField, SignUp> & {
  /** Id of the stored entry; null where nothing was stored. */
  readonly entryId: () => string | null
  readonly offersChange: () => boolean
}

function signUpHandler(deps: RequestContext, code: string, isChange: boolean): Handler {
  let entryId: string | null = null
  let offersChange = false
  return {
    plan: SIGN_UP_FORM,
    async onSubmit(form, key) {
      const done = await signUp(deps, code, { form, isChange, browser: deps.guest.browser, key })
      if (done.ok) {
        entryId = done.value
        if (form.agreesToTexts && form.phone !== null) await textListCode(deps, done.value, form.email)
        return null
      }
      if (done.reason.why === 'not_found') throw data(null, { status: 404 })
      offersChange = done.reason.why === 'listed'
      const phone = formatPhone((await loadVenue(deps)).phone)
      const copy = refusalCopy(done.reason, { wanted: form.guestCount, phone })
      return { ...copy, problems: {}, isCounted: tellsOfOthers(done.reason) }
    },
    success: () => ({ title: 'You are on the list', text: '', to: listPath(code) }),
    entryId: () => entryId,
    offersChange: () => offersChange,
  }
}

/** Records the consent of a guest on a list, whose code goes out by text where there is no email address. */
async function textListCode(deps: RequestContext, id: string, email: string | null): Promise<void> {
  await inTransaction(deps.db, async (db) => {
    await recordConsent({ ...deps, db }, { subject: 'list_entry', id, source: 'guest' })
    if (email === null) await enqueueText(db, id, { kind: 'list_code' })
  })
}

export const meta: Route.MetaFunction = ({ matches }) =>
  privateMeta(matches, 'Guest list', 'Put your name on the guest list.')

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <PrivateFailure error={error} what="Guest list" />
)

export default function GuestList({ loaderData, actionData, params }: Route.ComponentProps) {
  const { list, problem, formToken } = loaderData
  return (
    <div className="mx-auto max-w-2xl">
      <p className="eyebrow">Guest list</p>
      <h1 className="mt-3 text-title">{list.eventTitle}</h1>
      <p className="mt-2 text-lg text-sand">{list.night}</p>
      <p className="mt-5 font-semibold text-brass">
        {list.terms}
        {problem === null ? ` ${list.places}.` : ''}
      </p>
      <p className="mt-1 text-sand">List: {list.name}</p>
      {/* A full list still lets a guest who is on it lower their number. */}
      {problem === null || problem === 'full' ? null : <Closed problem={problem} />}
      {problem === 'full' && !actionData ? <Closed problem="full" /> : null}
      {problem === null || actionData ? (
        <SignUpForm
          action={listPath(params.code)}
          formToken={actionData?.formToken ?? formToken}
          answer={actionData ?? null}
          changeIntent={actionData?.offersChange === true ? CHANGE : null}
        />
      ) : null}
    </div>
  )
}

const Closed = ({ problem }: { problem: keyof typeof CLOSED_LIST }) => {
  const { venue } = useRootData()
  const { title, text } = CLOSED_LIST[problem]
  return (
    <section aria-labelledby="closed" className="mt-8 rounded-card border border-bark bg-ember p-5 sm:p-7">
      <h2 id="closed" className="text-heading">
        {title}
      </h2>
      <p className="mt-3 text-sand">
        {text} You are welcome all the same: see our events, or call us at <PhoneLink phone={venue.phone} />.
      </p>
      <ButtonLink href="/events" className="mt-5">
        See our events
      </ButtonLink>
    </section>
  )
}
