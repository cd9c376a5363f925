import { ButtonLink } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { UnavailableNote } from '../page/load-failure.tsx'
import { ReloadForm } from '../page/reload-form.tsx'

export const BackToEvents = () => (
  <ButtonLink to="/events" look="quiet" className="-ml-3 px-3">
    <Icon name="left" />
    Back to Events
  </ButtonLink>
)

const CENTERED = 'wrap flex min-h-[60vh] flex-col items-center justify-center gap-6 py-20 text-center'

export const EventNotFound = () => (
  <div className={CENTERED}>
    <h1 className="text-title">Event not found</h1>
    <p className="max-w-prose text-sand">It may be over, or the link may be wrong.</p>
    <ButtonLink to="/events">Back to Events</ButtonLink>
  </div>
)

/** Error state of a failed load. */
export const EventFailed = ({ error }: { error: unknown }) => (
  <div className={CENTERED}>
    <div role="alert" className="flex flex-col gap-4">
      <h1 className="text-title">Error</h1>
      <p className="text-sand">Could not load event details.</p>
      <UnavailableNote error={error} />
    </div>
    <div className="flex flex-wrap justify-center gap-3">
      <ReloadForm label="Try again" />
      <ButtonLink to="/events" look="quiet">
        Back to Events
      </ButtonLink>
    </div>
  </div>
)

/** Skeleton with the layout of the loaded page. */
export const EventLoading = () => (
  <div className="wrap pt-4">
    <BackToEvents />
    <div className="relative mt-4 grid gap-8 lg:grid-cols-[5fr_7fr] lg:gap-14">
      <p
        role="status"
        className="absolute top-24 left-1/2 z-10 flex -translate-x-1/2 items-center gap-3 rounded-full bg-night px-5 py-2.5 whitespace-nowrap"
      >
        <Spinner className="size-6 text-brass" /> Loading event details...
      </p>
      <div aria-hidden="true" className="skeleton aspect-4/5 rounded-card" />
      <div aria-hidden="true" className="flex flex-col gap-6">
        <div className="skeleton h-14 w-3/4 rounded-xl" />
        <div className="skeleton h-40 rounded-xl" />
        <div className="skeleton h-32 rounded-xl" />
      </div>
    </div>
  </div>
)
