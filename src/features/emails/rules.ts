/** Name of the jobs that send emails. */
export const SEND_MAIL = 'send_mail'
/** Key of the job that sends an email, before the email's id. */
export const MAIL_JOB_KEY = `${SEND_MAIL}:`

/** Subject of an email: the entity whose row it is rendered from. */
export type EmailSubject =
  | 'reservation'
  | 'dinner'
  | 'reminder'
  | 'thanks'
  | 'message'
  | 'amendment'
  | 'guest_change'
  | 'merge'
  | 'refund'
  | 'inquiry'
  | 'application'
  | 'table_request'
  | 'waiting'
  | 'list_entry'
  | 'lookup'

/** Email kinds with their subject. `…_received` thanks a guest, `…_notice` notifies staff. */
export const EMAILS = {
  confirmation: 'reservation',
  cancelled: 'reservation',
  table_gone: 'reservation',
  paid_twice: 'reservation',
  wrong_amount: 'reservation',
  table_resold: 'reservation',
  payment_refused: 'reservation',
  night_reminder: 'reminder',
  staff_message: 'message',
  reservation_changed: 'amendment',
  change_refunded: 'guest_change',
  reservation_merged: 'merge',
  refunded: 'refund',
  dinner_received: 'dinner',
  dinner_requested: 'dinner',
  dinner_confirmed: 'dinner',
  dinner_moved: 'dinner',
  dinner_cancelled: 'dinner',
  dinner_notice: 'dinner',
  dinner_moved_notice: 'dinner',
  dinner_cancelled_notice: 'dinner',
  dinner_reminder: 'reminder',
  visit_thanks: 'thanks',
  inquiry_received: 'inquiry',
  inquiry_notice: 'inquiry',
  application_received: 'application',
  application_notice: 'application',
  table_request_received: 'table_request',
  table_request_notice: 'table_request',
  booking_links: 'lookup',
  waiting_joined: 'waiting',
  waiting_offer: 'waiting',
  waiting_lapsed: 'waiting',
  waiting_called_off: 'waiting',
  waiting_moved: 'waiting',
  list_code: 'list_entry',
  list_called_off: 'list_entry',
  list_moved: 'list_entry',
  list_on_again: 'list_entry',
} as const satisfies Record<string, EmailSubject>

export type EmailKind = keyof typeof EMAILS

/** Email kinds that share one subject. */
export type EmailKindOf<Subject extends EmailSubject> = {
  [Kind in EmailKind]: (typeof EMAILS)[Kind] extends Subject ? Kind : never
}[EmailKind]

export const isEmailKind = (text: string): text is EmailKind => Object.hasOwn(EMAILS, text)

type Threaded = {
  readonly kind: string
  readonly businessDate: string | null
  /** Dates in whose threads earlier emails about the same reservation are, in the order in which they were sent. */
  readonly threadDates: readonly string[]
  readonly guestEmail: string | null
}

/** Whether an email is in the thread of an evening: not one to staff, or to another address, or that lists several. */
const isThreaded = ({ kind, businessDate, guestEmail }: Omit<Threaded, 'threadDates'>, to: string): boolean =>
  businessDate !== null && kind !== 'booking_links' && guestEmail?.toLowerCase() === to.toLowerCase()

/** A reservation that moved more often is not found by its first dates any more. */
const MAX_THREADS = 10

/**
 * Names of the threads of an email: the date and the address of a guest, so that dinner and night of one evening are one thread,
 * whichever was booked first. A reservation that moved goes on in those of its former dates; the present one is the last.
 */
export function threadsOf(email: Threaded, to: string): string[] {
  const { businessDate, threadDates } = email
  if (!isThreaded(email, to)) return []
  const former = threadDates.filter((date) => date !== businessDate)
  return [...former.slice(1 - MAX_THREADS), businessDate].map((date) => `evening ${date} ${to.toLowerCase()}`)
}
