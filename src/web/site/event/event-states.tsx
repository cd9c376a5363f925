import { ButtonLink } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { UnavailableNote } from '../page/load-failure.tsx'
import { ReloadLink } from '../page/reload-link.tsx'

export const BackToEvents = () => (
  <ButtonLink href="/events" look="quiet" className="-ml-3 px-3">
    <Icon name="left" />
    Back to Events
  </ButtonLink>
)

const CENTERED = 'wrap flex min-h-[60vh] flex-col items-center justify-center gap-6 py-20 text-center'

export const EventNotFound = () => (
  <div className={CENTERED}>
    <h1 className="text-title">Event not found</h1>
    <p className="max-w-prose text-sand">It may be over, or the link may be wrong.</p>
    <ButtonLink href="/events">Back to Events</ButtonLink>
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
      <ReloadLink label="Try again" />
      <ButtonLink href="/events" look="quiet">
        Back to Events
      </ButtonLink>
    </div>
  </div>
)
