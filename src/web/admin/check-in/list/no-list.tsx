import { formatClock, formatDate, wallClock } from '#lib/venue-time.ts'
import type { CheckIn } from '../device/check-in.ts'
import type { FormerList } from '../device/check-in-state.ts'
import { BigButton } from '../parts.tsx'
import { PlainMessage } from '../plain-message.tsx'

type Props = {
  readonly checkIn: CheckIn
  readonly former: FormerList | null
  /** Words about acts that are not sent; empty without any. */
  readonly unsent: string
}

/** `Friday, November 27, 2026, 9:30 PM` */
function momentText(moment: Date): string {
  const { date, time } = wallClock(moment)
  return `${formatDate(date)}, ${formatClock(time)}`
}

function textsOf(former: FormerList | null): { readonly title: string; readonly text: string } {
  if (!former)
    return {
      title: 'No list yet',
      text: 'This phone needs a connection once to load tonight. Afterwards it works without.',
    }
  const list = `of ${momentText(new Date(former.at))}`
  const clock = `By the clock of this phone it is ${momentText(new Date())}`
  return former.isDeleted
    ? {
        title: 'The list was deleted',
        text: `It was the one ${list}. ${clock}: more than 24 hours later. Find a connection to load tonight.`,
      }
    : {
        title: 'This list is too old',
        text: `It is the one ${list}. ${clock}, but the clock was put forward, so the list is locked. Set the clock right, and the list opens again. Otherwise find a connection to load tonight.`,
      }
}

/** Without a list that may be shown: none was loaded yet, or that of the device is too old. */
export function NoList({ checkIn, former, unsent }: Props) {
  const { title, text } = textsOf(former)
  return (
    <PlainMessage title={title} text={`${text}${unsent}`}>
      <BigButton look="solid" className="min-h-14 text-lg" onClick={() => void checkIn.refresh()}>
        Try again
      </BigButton>
      {former && !former.isDeleted ? (
        <BigButton className="min-h-14 text-lg" onClick={() => void checkIn.deleteList()}>
          Delete the list
        </BigButton>
      ) : null}
    </PlainMessage>
  )
}
