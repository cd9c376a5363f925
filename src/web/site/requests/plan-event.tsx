import { useLocation } from 'react-router'
import { PlanEventForm } from '#features/requests/inquiries/ui/plan-event-form.tsx'
import { businessDate } from '#lib/venue-time.ts'
import { withContext } from '#http/context.ts'
import { issueFormToken } from '#forms/form-token.ts'
import { planEvent } from '#forms/request-forms.ts'
import { readForm } from '#forms/form-handler.ts'
import { handleWizard } from '#forms/wizard-handler.ts'
import { PhoneLink } from '#ui/phone-link.tsx'
import { Island } from '../islands/island.tsx'
import { rootDataOf, pageMeta } from '../page/page-meta.ts'
import { PageHeading } from '../page/page-heading.tsx'
import { useRootData } from '../layout/site-layout.tsx'
import type { Route } from './+types/plan-event.ts'

export const loader = withContext(async (deps) => ({
  formToken: issueFormToken(deps, 'plan-event'),
  today: businessDate(deps.now),
}))

/** Handles a wizard step that was submitted without JavaScript. */
export const action = withContext(async (deps, { request }: Route.ActionArgs) =>
  handleWizard(deps, await readForm(request), planEvent(deps)),
)

export const meta: Route.MetaFunction = ({ matches }) => {
  const root = rootDataOf(matches)
  if (!root) return []
  const { venue, origin } = root
  return pageMeta({
    title: `Plan Your Event | ${venue.name}`,
    description: `Birthdays, weddings, launches: plan a private event at ${venue.name} in ${venue.city}. Our event team answers within 24 hours.`,
    path: '/plan-event',
    origin,
    siteName: venue.name,
  })
}

const FORM = 'plan'

export default function PlanEvent({ loaderData, actionData }: Route.ComponentProps) {
  const { search } = useLocation()
  return (
    <>
      <PageHeading
        eyebrow="Private Events"
        title="Plan Your Event,"
        accent="we set the table."
        text="Four short steps. Our event team contacts you within 24 hours."
      />
      <div className="wrap grid grid-cols-1 gap-10 py-10 md:py-14 lg:grid-cols-[2fr_1fr]">
        <section
          id={FORM}
          aria-labelledby={`${FORM}-title`}
          className="scroll-mt-24 rounded-card border border-bark bg-ember p-5 sm:p-8"
        >
          <h2 id={`${FORM}-title`} className="sr-only">
            Your event
          </h2>
          <Island
            name="plan-event-form"
            component={PlanEventForm}
            wakes="load"
            props={{
              ...loaderData,
              search,
              answer: actionData ?? null,
              labelledBy: `${FORM}-title`,
            }}
          />
        </section>
        <Aside />
      </div>
    </>
  )
}

function Aside() {
  const { venue } = useRootData()
  return (
    <aside aria-label="Other ways" className="flex flex-col gap-8 text-sand">
      <section aria-labelledby="what-next">
        <h2 id="what-next" className="text-heading text-cream">
          What happens next?
        </h2>
        <ol className="mt-4 flex list-decimal flex-col gap-2 pl-5 marker:font-semibold marker:text-brass">
          <li>We call you to discuss your vision.</li>
          <li>You receive a proposal with menu options and pricing.</li>
          <li>A dedicated coordinator stays with you until the last guest has gone home.</li>
        </ol>
      </section>
      <section aria-labelledby="just-a-question">
        <h2 id="just-a-question" className="text-heading text-cream">
          Not there yet?
        </h2>
        <p className="mt-3">
          <a
            href="/reservations?service=private"
            className="inline-flex min-h-11 items-center font-semibold text-brass underline underline-offset-4 hover:text-cream"
          >
            Just have a question?
          </a>
        </p>
        <p>
          Or call us at <PhoneLink phone={venue.phone} />.
        </p>
      </section>
    </aside>
  )
}
