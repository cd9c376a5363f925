import { DocumentDialog } from '#ui/document-dialog.tsx'
import { Icon, type IconName } from '#ui/icon.tsx'
import { weekLines } from '../rules.ts'
import type { Service, Venue } from '../schema.ts'

type OpeningHours = Pick<Venue, 'hours'>

/** Id of the chooser, for the links and buttons that open it. */
export const CHOOSER = 'reservation-chooser'
const TITLE = 'chooser-title'

type Props = { readonly venue: OpeningHours; readonly opensAtLoad?: boolean }

/** Dialog that asks for the kind of reservation. */
export const ReservationChooser = ({ venue, opensAtLoad = false }: Props) => (
  <DocumentDialog id={CHOOSER} labelledBy={TITLE} {...(opensAtLoad ? { 'data-open-at-load': true } : {})}>
    <div className="zellige-strip" aria-hidden="true" />
    <div className="p-5 pb-[calc(1.5rem+env(safe-area-inset-bottom))] sm:p-8">
      <h2 id={TITLE} className="mr-12 text-heading">
        What type of reservation would you like to make?
      </h2>
      <ReservationChoices venue={venue} />
    </div>
  </DocumentDialog>
)

/** The three kinds of reservation as links. */
export function ReservationChoices({ venue }: { venue: OpeningHours }) {
  const hours = (service: Service): string => weekLines(venue.hours, service)[0]?.timesShort ?? 'Closed'
  return (
    <ul className="mt-6 flex flex-col gap-3">
      <Choice
        href="/reservations?service=dining"
        icon="menu"
        name="Dining"
        text={`Fine dining, ${hours('restaurant')}`}
      />
      <Choice href="/events" icon="glass" name="Entertainment" text={`Nightlife, ${hours('social')}`} />
      <Choice
        href="/plan-event"
        icon="people"
        name="Private Event"
        text="The room, or a part of it, for you and yours"
      />
    </ul>
  )
}

type ChoiceProps = {
  readonly href: string
  readonly icon: IconName
  readonly name: string
  readonly text: string
}

const Choice = ({ href, icon, name, text }: ChoiceProps) => (
  <li>
    <a
      href={href}
      className="group flex items-center gap-4 rounded-card border border-bark bg-cocoa p-4 transition-colors hover:border-brass"
    >
      <span className="flex size-12 shrink-0 items-center justify-center rounded-full bg-night text-brass">
        <Icon name={icon} className="size-6" />
      </span>
      <span className="flex flex-col">
        <span className="font-display text-xl text-cream">{name}</span>
        <span className="text-sm text-sand">{text}</span>
      </span>
      <Icon
        name="arrow"
        className="ml-auto size-5 text-brass transition-transform group-hover:translate-x-1"
      />
    </a>
  </li>
)
