import type { ReactNode } from 'react'
import type { GalleryItem } from '#features/gallery/schema.ts'
import { Picture } from '#features/media/ui/picture.tsx'
import { ButtonLink } from '#ui/button.tsx'

type Props = { readonly table: GalleryItem | null; readonly stage: GalleryItem | null }

/** Closing section: invites guests to plan a private event or to perform. */
export const HomeClosing = ({ table, stage }: Props) => (
  <section
    aria-labelledby="closing"
    className="wrap below-screen pt-20 [--tall:66rem] md:pt-28 lg:[--tall:36rem]"
  >
    <h2 id="closing" className="text-center text-title">
      Make the night <em className="text-brass">your own.</em>
    </h2>
    <div className="mt-12 grid gap-5 lg:grid-cols-2">
      <Panel
        room={table}
        eyebrow="Private events"
        title="Take the long table, or the whole room"
        text="Birthdays, weddings, launches. Tell us the date and the headcount, and we answer within 24 hours with a menu and a price."
      >
        <ButtonLink href="/plan-event">Plan Your Event</ButtonLink>
      </Panel>
      <Panel
        room={stage}
        eyebrow="Now casting"
        title="Bring us your voice"
        text="Singers, poets, comics, players of anything with strings. The low stage is set from Wednesday on, and the room listens."
      >
        <ButtonLink href="/perform" look="outline">
          Apply to Perform
        </ButtonLink>
      </Panel>
    </div>
  </section>
)

type PanelProps = {
  readonly room: GalleryItem | null
  readonly eyebrow: string
  readonly title: string
  readonly text: string
  readonly children: ReactNode
}

const Panel = ({ room, eyebrow, title, text, children }: PanelProps) => (
  <article className="relative isolate flex min-h-[30rem] flex-col justify-end overflow-hidden rounded-card border border-bark bg-cocoa p-6 md:p-10">
    {room ? (
      <Picture
        picture={room.picture}
        alt=""
        sizes="(min-width: 1024px) 38rem, 100vw"
        className="absolute inset-0 -z-20 size-full object-cover"
      />
    ) : null}
    <div className="panel-shade absolute inset-0 -z-10" />
    <p className="eyebrow">{eyebrow}</p>
    <h3 className="mt-3 text-heading">{title}</h3>
    <p className="mt-3 max-w-[46ch] text-cream">{text}</p>
    <div className="mt-6 flex">{children}</div>
  </article>
)
