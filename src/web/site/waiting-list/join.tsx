import { redirect } from 'react-router'
import { waitingFormPath } from '#features/dining/rules.ts'
import { formatPhone } from '#features/venue/rules.ts'
import { joinRefusalCopy } from '#features/waiting-list/joining/rules.ts'
import { dinnerProblem, findOwnPlace, nightProblem } from '#features/waiting-list/joining/service.ts'
import { nightFormPath, placeText, waitingPath } from '#features/waiting-list/rules.ts'
import type { Line } from '#features/waiting-list/schema.ts'
import type { FormRefusal } from '#lib/forms/check.ts'
import { countText } from '#lib/text/count.ts'
import { nightText, formatClock, formatDate } from '#lib/venue-time.ts'
import { ButtonLink } from '#ui/button.tsx'
import { type RequestContext, withContext } from '#http/context.ts'
import { type FormHandler, formResponse, handleForm, readForm } from '#forms/form-handler.ts'
import { issueFormToken } from '#forms/form-token.ts'
import { privateMeta } from '../page/page-meta.ts'
import { PrivateFailure } from '../payment/private-failure.tsx'
import { dinnerHandler, nightHandler, readWanted, type Wanted } from './join-data.ts'
import { WaitingForm } from './waiting-form.tsx'
import type { Route } from './+types/join.ts'

/** Loads the form for the night or the dinner time in the address. */
export const loader = withContext(async (deps, { request }: Route.LoaderArgs) => {
  const query = new URL(request.url).searchParams
  const wanted = await readWanted(deps, query)
  const { phone } = await deps.loadVenue()
  const problem = await problemOf(deps, wanted)
  const isForAnother = query.has('another')
  const own = isForAnother ? null : await findOwnPlace(deps, lineOf(wanted), deps.guest.browser)
  return {
    ...headOf(wanted),
    problem: problem && joinRefusalCopy(problem, formatPhone(phone)),
    own: own && {
      text: own.place === null ? 'A table is free for you.' : `You are ${placeText(own.place, own.entry)}.`,
      link: waitingPath(deps.tokens.sign('waiting', own.entry.id)),
    },
    formToken: issueFormToken(deps, wanted.kind === 'night' ? 'waiting-night' : 'waiting-dinner'),
  }
})

const problemOf = (deps: RequestContext, wanted: Wanted) =>
  wanted.kind === 'night' ? nightProblem(wanted.event, deps.now) : dinnerProblem(deps, wanted, wanted.guests)

const lineOf = (wanted: Wanted): Line =>
  wanted.kind === 'night' ? { kind: 'night', eventId: wanted.event.id } : wanted

const headOf = (wanted: Wanted) =>
  wanted.kind === 'night'
    ? {
        line: wanted.kind,
        title: wanted.event.title,
        when: nightText(wanted.event),
        back: `/events/${wanted.event.slug}`,
        address: nightFormPath(wanted.event.slug),
      }
    : {
        line: wanted.kind,
        title: `Dinner for ${countText(wanted.guests, 'guest')}`,
        when: `${formatDate(wanted.date)}, ${formatClock(wanted.time)}`,
        back: `/reservations?${new URLSearchParams({ service: 'dining', guests: String(wanted.guests), date: wanted.date })}`,
        address: waitingFormPath(wanted),
      }

/** Puts the party in line. It works as a plain form, with and without scripts. */
export const action = withContext(async (deps, { request }: Route.ActionArgs) => {
  const wanted = await readWanted(deps, new URL(request.url).searchParams)
  const form = await readForm(request)
  return wanted.kind === 'night'
    ? answerForm(deps, form, nightHandler(deps, wanted.event))
    : answerForm(deps, form, dinnerHandler(deps, wanted))
})

async function answerForm<Field extends string, Value>(
  deps: RequestContext,
  form: FormData,
  handler: FormHandler<Field, Value> & { readonly entryId: () => string | null },
) {
  const result = await handleForm(deps, form, handler)
  const entryId = handler.entryId()
  if (entryId !== null) {
    const { cookie } = deps.guest
    // The browser is known again by it, and shown its place.
    throw redirect(waitingPath(deps.tokens.sign('waiting', entryId)), {
      status: 303,
      headers: cookie ? { 'Set-Cookie': cookie } : {},
    })
  }
  return formResponse(result)
}

export const meta: Route.MetaFunction = ({ matches }) =>
  privateMeta(matches, 'Waiting list', 'Join the waiting list for a table.')

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <PrivateFailure error={error} what="Waiting list" />
)

export default function JoinWaitingList({ loaderData, actionData }: Route.ComponentProps) {
  const { line, title, when, back, address, own, problem, formToken } = loaderData
  const refusal: FormRefusal | undefined = actionData?.refusal
  const link = refusal?.link
  return (
    <div className="mx-auto max-w-3xl">
      <p className="eyebrow">Waiting list</p>
      <h1 className="mt-3 text-title">{title}</h1>
      <p className="mt-2 mb-8 text-lg text-sand">{when}</p>
      {own && !actionData ? (
        <section aria-labelledby="own" className="rounded-card border border-brass/60 bg-brass/10 p-5 sm:p-7">
          <h2 id="own" className="text-heading">
            You are on the waiting list
          </h2>
          <p className="mt-3 text-sand">{own.text}</p>
          <div className="mt-5 flex flex-wrap items-center gap-x-5 gap-y-2">
            <ButtonLink href={own.link}>See your place in line</ButtonLink>
            <a
              href={`${address}&another=1`}
              className="inline-flex min-h-11 items-center text-brass underline underline-offset-4"
            >
              Join for another party
            </a>
          </div>
        </section>
      ) : problem && !actionData ? (
        <section aria-labelledby="closed" className="rounded-card border border-bark bg-ember p-5 sm:p-7">
          <h2 id="closed" className="text-heading">
            {problem.title}
          </h2>
          <p className="mt-3 text-sand">{problem.text}</p>
          <ButtonLink href={back} className="mt-5">
            Back
          </ButtonLink>
        </section>
      ) : (
        <>
          {link ? (
            <ButtonLink href={link.href} className="mb-5">
              {link.label}
            </ButtonLink>
          ) : null}
          <WaitingForm
            line={line}
            action={address}
            formToken={actionData?.formToken ?? formToken}
            answer={actionData ?? null}
          />
        </>
      )}
    </div>
  )
}
