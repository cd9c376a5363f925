import { LOOKUP_FORM } from '#features/reservation-management/lookup/schema.ts'
import { requestLinks } from '#features/reservation-management/lookup/service.ts'
import { formatPhone } from '#features/venue/rules.ts'
import { ButtonLink } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/forms/error-summary.tsx'
import { FormFields } from '#ui/forms/form-fields.tsx'
import { FormSeal } from '#ui/forms/form-seal.tsx'
import { SendButton } from '#ui/forms/send-button.tsx'
import { withContext } from '#http/context.ts'
import { formResponse, handleForm, readForm } from '#forms/form-handler.ts'
import { issueFormToken } from '#forms/form-token.ts'
import { useRootData } from '../layout/site-layout.tsx'
import { privateMeta } from '../page/page-meta.ts'
import { PrivateFailure } from '../payment/private-failure.tsx'
import type { Route } from './+types/find-my-booking.ts'

const PATH = '/find-my-booking'
const SENT_PATH = `${PATH}?sent=1#sent`

export const loader = withContext((deps, { request }: Route.LoaderArgs) =>
  Promise.resolve({
    isSent: new URL(request.url).searchParams.has('sent'),
    formToken: issueFormToken(deps, LOOKUP_FORM.name),
  }),
)

/** Answers every address in the same way: a job looks for its reservations. */
export const action = withContext(async (deps, { request }: Route.ActionArgs) =>
  formResponse(
    await handleForm(deps, await readForm(request), {
      plan: LOOKUP_FORM,
      async onSubmit(contact) {
        await requestLinks(deps, contact)
        return null
      },
      success: () => ({ title: 'Please look at your messages', text: '', to: SENT_PATH }),
    }),
  ),
)

export const meta: Route.MetaFunction = ({ matches }) =>
  privateMeta(matches, 'Find my booking', 'We send you the link to your reservation.')

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <PrivateFailure error={error} what="Page" />
)

export default function FindMyBooking({ loaderData, actionData }: Route.ComponentProps) {
  const refused = actionData ?? null
  return (
    <div className="mx-auto max-w-2xl">
      <p className="eyebrow">Reservations</p>
      <h1 className="mt-3 text-title">Find my booking</h1>
      {loaderData.isSent && refused === null ? (
        <Sent />
      ) : (
        <form
          method="post"
          action={PATH}
          noValidate
          data-once
          aria-labelledby={`${LOOKUP_FORM.name}-title`}
          className="relative mt-6 flex flex-col gap-6 rounded-card border border-bark bg-ember p-5 sm:p-8"
        >
          <div>
            <h2 id={`${LOOKUP_FORM.name}-title`} className="text-heading">
              Get your link again
            </h2>
            <p className="mt-2 text-sand">
              Type the email address or the phone number that you booked with. We send the link to your
              reservation there.
            </p>
          </div>
          {refused ? (
            <ErrorSummary refusal={refused.refusal} form={LOOKUP_FORM.name} fields={LOOKUP_FORM.fields} />
          ) : null}
          <FormFields
            form={LOOKUP_FORM.name}
            fields={[LOOKUP_FORM.descriptors.contact]}
            typed={refused?.typed ?? { contact: '' }}
            problems={refused?.refusal.problems ?? {}}
          />
          <FormSeal formToken={refused?.formToken ?? loaderData.formToken} />
          <SendButton isSending={false} label="Send my link" />
        </form>
      )}
    </div>
  )
}

function Sent() {
  const { venue } = useRootData()
  return (
    <section aria-labelledby="sent" className="mt-6 rounded-card border border-bark bg-ember p-5 sm:p-8">
      <h2 id="sent" tabIndex={-1} className="text-heading">
        Please look at your messages
      </h2>
      <p className="mt-3 text-sand">
        If there is a reservation to come with what you entered, its link is on its way: by email, or by text
        where you agreed to texts. It can take a few minutes. Please look into the spam folder, too.
      </p>
      <p className="mt-3 text-sand">
        Nothing arrived? You may have booked with another email address or phone number. Call us at{' '}
        {formatPhone(venue.phone)}, and we will find your reservation.
      </p>
      <ButtonLink href={PATH} look="outline" className="mt-5">
        Try another one
      </ButtonLink>
    </section>
  )
}
