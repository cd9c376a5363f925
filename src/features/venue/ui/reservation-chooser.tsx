import { useId } from 'react'
import { Link } from 'react-router'
import { Dialog } from '#ui/dialog.tsx'
import { Icon, type IconName } from '#ui/icon.tsx'
import { weekLines } from '../rules.ts'
import type { Service, Venue } from '../schema.ts'

type OpeningHours = Pick<Venue, 'hours'>

type Props = {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly venue: OpeningHours
  /** Called instead of navigating when the dining form is on the current page. */
  readonly onDining?: () => void
}

const CHOOSER_TITLE = 'What type of reservation would you like to make?'

/** Dialog that asks for the kind of reservation. */
export function ReservationChooser({ isOpen, onClose, venue, onDining }: Props) {
  const title = useId()
  return (
    <Dialog isOpen={isOpen} onClose={onClose} labelledBy={title}>
      <div className="zellige-strip" aria-hidden="true" />
      <div className="p-5 pb-[calc(1.5rem+env(safe-area-inset-bottom))] sm:p-8">
        <h2 id={title} className="mr-12 text-heading">
          {CHOOSER_TITLE}
        </h2>
        <ReservationChoices venue={venue} onChosen={onClose} {...(onDining ? { onDining } : {})} />
      </div>
    </Dialog>
  )
}

type ChoicesProps = {
  readonly venue: OpeningHours
  readonly onChosen?: () => void
  readonly onDining?: () => void
}

/** The three kinds of reservation as links, which work without JavaScript. */
export function ReservationChoices({ venue, onChosen, onDining }: ChoicesProps) {
  const hours = (service: Service): string => weekLines(venue.hours, service)[0]?.timesShort ?? 'Closed'
  return (
    <ul className="mt-6 flex flex-col gap-3">
      <Choice
        to="/reservations?service=dining"
        icon="menu"
        name="Dining"
        text={`Fine dining, ${hours('restaurant')}`}
        onClick={(event) => {
          if (onDining) {
            event.preventDefault()
            onDining()
          }
          onChosen?.()
        }}
      />
      <Choice
        to="/events"
        icon="glass"
        name="Entertainment"
        text={`Nightlife, ${hours('social')}`}
        onClick={onChosen}
      />
      <Choice
        to="/plan-event"
        icon="people"
        name="Private Event"
        text="The room, or a part of it, for you and yours"
        onClick={onChosen}
      />
    </ul>
  )
}

type ChoiceProps = {
  readonly to: string
  readonly icon: IconName
  readonly name: string
  readonly text: string
  readonly onClick: ((event: React.MouseEvent) => void) | undefined
}

const Choice = ({ to, icon, name, text, onClick }: ChoiceProps) => (
  <li>
    <Link
      to={to}
      onClick={onClick}
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
    </Link>
  </li>
)
