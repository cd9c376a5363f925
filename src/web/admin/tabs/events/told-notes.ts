import type { StaffEvent } from '#features/events/management/schema.ts'
import { listedNote } from '#features/guest-lists/night-changes/rules.ts'

type Told = Pick<StaffEvent, 'waiting' | 'listed' | 'closure'>

const waitingText = (count: number, one: string, many: string): string =>
  count === 1 ? `1 party waits for a table. It ${one}` : `${count} parties wait for a table. They ${many}`

/** Sentences together; undefined where there is none. */
const together = (...notes: readonly (string | undefined)[]): string | undefined =>
  notes.filter((it) => it !== undefined).join(' ') || undefined

/**
 * `2 parties wait for a table. They are told by email …`, and the names on guest lists, for the question before a deletion; undefined
 * where no guest is concerned.
 */
export const calledOffNote = ({ waiting, listed, closure }: Told): string | undefined =>
  together(
    waiting > 0
      ? waitingText(
          waiting,
          'is told by email that the night is called off, and leaves the list.',
          'are told by email that the night is called off, and leave the list.',
        )
      : undefined,
    // Guests of a day that is closed with its events cancelled know already.
    closure === 'cancelled' ? undefined : listedNote(listed),
  )

/** The same for a form that moves a night: parties in line are told of another date, guests on lists of another start as well. */
export const movedNote = (
  { waiting, listed }: Pick<Told, 'waiting' | 'listed'>,
  { isOtherDate }: { readonly isOtherDate: boolean },
): string | undefined =>
  together(
    waiting > 0 && isOtherDate
      ? waitingText(
          waiting,
          'keeps its place and is told the new date by email.',
          'keep their places and are told the new date by email.',
        )
      : undefined,
    listedNote(listed),
  )

/** The same for a form that takes the tables of a night off sale. */
export const offSaleNote = (waiting: number): string | undefined =>
  waiting > 0
    ? waitingText(
        waiting,
        'is told by email that no more tables are sold, and leaves the list.',
        'are told by email that no more tables are sold, and leave the list.',
      )
    : undefined
