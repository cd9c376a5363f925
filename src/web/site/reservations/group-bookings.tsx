import { ButtonLink } from '#ui/button.tsx'

/** Links to private events, table requests and performer applications. */
export const GroupBookings = () => (
  <section
    aria-labelledby="group-bookings"
    className="wrap mt-16 mb-20 grid grid-cols-1 gap-5 lg:grid-cols-[2fr_1fr]"
  >
    <div className="relative isolate overflow-hidden rounded-card border border-clay bg-burgundy/35">
      <div className="zellige-strip" aria-hidden="true" />
      <div
        aria-hidden="true"
        className="mudcloth absolute inset-y-0 right-0 -z-10 hidden w-2/5 opacity-60 [mask-image:linear-gradient(to_left,#000_40%,transparent)] md:block"
      />
      <div className="flex flex-col items-start gap-4 p-6 md:max-w-[64%] md:p-10">
        <h2 id="group-bookings" className="text-title">
          Group Bookings &amp; <em className="text-brass">Private Events</em>
        </h2>
        <p className="max-w-prose text-sand">
          Birthdays, launches, weddings: take a corner of the room or all of it, with a kitchen, a bar and a
          stage to go with it.
        </p>
        <ButtonLink href="/plan-event" className="mt-1">
          Plan Your Event
        </ButtonLink>
      </div>
    </div>
    <div className="flex flex-col items-start justify-center gap-4 rounded-card border border-bark bg-ember p-6 md:p-8">
      <h2 className="text-heading">Just a table?</h2>
      <p className="text-sand">Tell us the night and how many you are. We answer with a place.</p>
      <ButtonLink href="/reservations?service=nightlife" look="outline">
        Request a table
      </ButtonLink>
      <p className="mt-1 text-sand">
        On stage rather than in front of it?{' '}
        <a
          href="/perform"
          className="inline-flex min-h-11 items-center font-semibold text-brass underline underline-offset-4 hover:text-cream"
        >
          Apply to perform
        </a>
      </p>
    </div>
  </section>
)
