import type {
  BulkOther,
  BulkOutcome,
  MessagePlan,
  StatusPlan,
} from '#features/reservation-management/bulk/schema.ts'
import { sentBeforeText } from '#features/reservation-management/bulk/rules.ts'
import type { ReservationStatus } from '#features/reservations/schema.ts'
import { failureText } from '#web/admin/data/api-client.ts'
import { outcomeText as textOfOutcomes } from '#web/admin/selection/selection-copy.ts'
import type { SentBatches } from '#web/admin/data/batches.ts'

const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

/** `Set 12 reservations to confirmed. 9 guests get an email, 3 are already confirmed.` */
export function statusPlanText(
  { changed, unchanged, emails, refused }: StatusPlan,
  status: ReservationStatus,
): string {
  const notes = [
    emails > 0
      ? `${counted(emails, 'guest gets', 'guests get')} an email`
      : changed > 0
        ? 'no guest gets an email'
        : null,
    unchanged > 0 ? `${counted(unchanged, 'is', 'are')} already ${status}` : null,
    refused.length > 0
      ? `${counted(refused.length, 'is', 'are')} left as ${refused.length === 1 ? 'it is' : 'they are'}`
      : null,
  ].filter((it) => it !== null)
  const first =
    changed > 0
      ? `Set ${counted(changed, 'reservation', 'reservations')} to ${status}.`
      : `There is nothing to set to ${status}.`
  const rest = notes.join(', ')
  return rest ? `${first} ${rest.charAt(0).toUpperCase()}${rest.slice(1)}.` : first
}

/** The plan with other reservations of the evenings added to the selection. */
export const withAdded = (plan: StatusPlan, added: readonly BulkOther[]): StatusPlan => ({
  ...plan,
  changed: plan.changed + added.length,
  emails: plan.emails + added.filter(({ isEmailed }) => isEmailed).length,
})

/** `2 of these guests have another reservation that evening, which is not selected:` */
export const othersText = ({ length }: readonly BulkOther[]): string =>
  length === 1
    ? 'One of these guests has another reservation that evening, which is not selected:'
    : `${length.toLocaleString('en-US')} of these guests have another reservation that evening, which is not selected:`

/** `Also cancel Ama Mensah: the night from 9:00 PM (nothing is paid)`, `Also cancel the 2 that can be (nothing is paid)` */
export const alsoCancelText = (cancellable: readonly BulkOther[]): string => {
  const [only] = cancellable
  const what = cancellable.length === 1 && only ? only.text : `the ${cancellable.length} that can be`
  return `Also cancel ${what} (nothing is paid)`
}

/** `11 guests get this email, one for each reservation. 1 reservation has no email address and is left out.` */
export const messagePlanText = ({ recipients, unreachable, reached }: MessagePlan): string =>
  [
    reached > 0 ? sentBeforeText(reached) : null,
    reached > 0 && recipients === 0
      ? 'No guest is left.'
      : `${counted(recipients, 'guest gets', 'guests get')} this email, one for each reservation.`,
    unreachable > 0
      ? `${counted(unreachable, 'reservation has no email address and is', 'reservations have no email address and are')} left out.`
      : null,
  ]
    .filter(Boolean)
    .join(' ')

/** `9 set to confirmed, 3 unchanged, 1 refused` */
export const outcomeText = (outcomes: readonly BulkOutcome[], what: string): string => {
  const count = (outcome: BulkOutcome['outcome']) => outcomes.filter((it) => it.outcome === outcome).length
  return textOfOutcomes(
    { done: count('done'), unchanged: count('unchanged'), refused: count('refused') },
    what,
  )
}

type Failed = NonNullable<SentBatches<unknown, unknown>['failed']>

/** `The other 50 may still be as they were. The connection was lost.`; of a whole selection `They may still be as they were.` */
export function unansweredText({ left, error }: Failed, isWhole: boolean): string {
  const [one, many] = isWhole ? ['It', 'They'] : ['The other one', `The other ${left.length}`]
  const which = left.length === 1 ? `${one} may still be as it was` : `${many} may still be as they were`
  return `${which}. ${failureText(error)}`
}

/** `100 reservations are as they were.` */
export const undoneText = (undone: number): string =>
  undone === 1 ? '1 reservation is as it was.' : `${undone} reservations are as they were.`

/** `100 reservations are as they were. The other 50 may still be changed. The connection was lost.` */
export const notUndoneText = (undone: number, { left, error }: Failed): string =>
  [
    ...(undone > 0 ? [undoneText(undone), `The other ${left.length} may still be changed.`] : []),
    failureText(error),
  ].join(' ')
