import { coverText } from '#features/events/rules.ts'
import { formatPhone, senderOf } from '#features/venue/rules.ts'
import type { Venue } from '#features/venue/schema.ts'
import {
  calledOffText,
  dayAndUntilText,
  movedText,
  OFFER_ENDED_TEXT,
  placeText,
  QUIET_HOURS_TEXT,
  tableText,
} from '#features/waiting-list/rules.ts'
import type { Offer, WaitingEntry } from '#features/waiting-list/schema.ts'
import { offeredTermsText } from '#features/reservations/rules.ts'
import { minimumSpendText } from '#features/reservations/minimum-spend/rules.ts'
import { formatUsd } from '#lib/money.ts'
import { countText } from '#lib/text/count.ts'
import { commaName } from '#lib/text/safe-name.ts'
import { Action, type Email, Facts, Note, Paragraph, renderEmail } from '#platform/mail/email-template.tsx'

type WaitingMail = {
  readonly venue: Venue
  readonly entry: WaitingEntry
  /** `Afrobeats Friday`, or `Dinner`. */
  readonly title: string
  readonly when: string
  /** Signed link to the guest's page. */
  readonly link: string
}

const REASON = 'You received this email because this address joined our waiting list.'

/** Email to a party that joined, with its place in line. */
export const joinedMail = (mail: WaitingMail & { readonly place: number }): Promise<Email> => {
  const { venue, entry, title, when, link } = mail
  const place = placeText(mail.place, entry)
  return renderEmail({
    sender: senderOf(venue),
    subject: `You are ${place}: ${title}, ${when}`,
    preview: `We email you as soon as a table is free. ${when}.`,
    title: 'You are on the waiting list',
    body: (
      <>
        <Paragraph>
          {`Thank you${commaName(entry.guestName)}. You are ${place}.`} As soon as a table for your party is
          free, we hold it for you for {countText(venue.offerMinutes, 'minute')} and email you. Please answer
          within that time: after it, the table is no longer held for you. {QUIET_HOURS_TEXT}
        </Paragraph>
        <About {...mail} />
        <Action href={link} label="See your place in line">
          <Note>
            You can leave the list there. Anyone who has this link can do the same, so keep it to yourself.
          </Note>
        </Action>
      </>
    ),
    reason: REASON,
  })
}

/** Email about a table that is held for the party. */
export const offerMail = (
  mail: WaitingMail & { readonly offer: Offer; readonly now: Date },
): Promise<Email> => {
  const { venue, entry, offer, title, when, link } = mail
  const until = offer.heldUntil === null ? null : dayAndUntilText(offer.heldUntil)
  const isPaid = entry.night !== null && offer.totalCents > 0
  const notes = offerNotes(mail)
  return renderEmail({
    sender: senderOf(venue),
    subject:
      until === null
        ? `A table is free: ${title}, ${when}`
        : `A table is held for you until ${until}: ${title}`,
    preview: `${tableText(offer)}, ${when}. ${isPaid ? 'Pay' : 'Accept'} to keep it.`,
    title: 'A table is free for you',
    body: (
      <>
        <Paragraph>
          {`Good news${commaName(entry.guestName)}. ${tableText(offer)} is held for you${until === null ? '' : ` until ${until}`}.`}{' '}
          {isPaid
            ? `Pay ${formatUsd(offer.totalCents)} by then, and it is yours.`
            : 'Accept it by then, and it is yours. You pay nothing now.'}
        </Paragraph>
        {notes.map((text) => (
          <Paragraph key={text}>{text}</Paragraph>
        ))}
        <About {...mail} />
        <Action href={link} label={isPaid ? 'Pay for this table' : 'Accept this table'}>
          <Note>If your plans changed, please decline there, so that another guest can have it.</Note>
        </Action>
      </>
    ),
    reason: REASON,
  })
}

/** Minimum spend, cover and refund terms of a night table, as its guest reads them before paying. */
function offerNotes({ venue, entry, offer, now }: Parameters<typeof offerMail>[0]): string[] {
  const { night, guestCount } = entry
  const cover = night && coverText(night.price, guestCount)
  const noticeHours = venue.changeNoticeHours
  return [
    minimumSpendText(offer.minimumSpendCents),
    cover && `Cover, separate from the table: ${cover}.`,
    night && offer.totalCents > 0 ? offeredTermsText({ ...night, noticeHours }, now) : null,
  ].filter((text) => text !== null)
}

/** Email about an offer that was not accepted in time. */
export const lapsedMail = (mail: WaitingMail): Promise<Email> => {
  const { venue, entry, title, when, link } = mail
  return renderEmail({
    sender: senderOf(venue),
    subject: `Your offer has ended: ${title}, ${when}`,
    preview: OFFER_ENDED_TEXT,
    title: 'Your offer has ended',
    body: (
      <>
        <Paragraph>
          {`We are sorry${commaName(entry.guestName)}. Your offer was not accepted in time. ${OFFER_ENDED_TEXT}`}{' '}
          You can reserve a table where one is free, join the list again, at its end, or call us at{' '}
          {formatPhone(venue.phone)}.
        </Paragraph>
        <About {...mail} />
        <Action href={link} label="Reserve or join the list again" />
      </>
    ),
    reason: REASON,
  })
}

/** Email about a night or a dinner that does not take place. */
export const calledOffMail = (mail: WaitingMail & { readonly otherDays: string }): Promise<Email> => {
  const { venue, entry, title, when, otherDays } = mail
  return renderEmail({
    sender: senderOf(venue),
    subject: `${entry.takesPlace ? 'Your waiting list has ended' : 'Called off'}: ${title}, ${when}`,
    preview: 'Your place on the waiting list has ended. You were not charged.',
    title: 'Your waiting list has ended',
    body: (
      <>
        <Paragraph>
          {`We are sorry${commaName(entry.guestName)}. ${calledOffText(entry)}`} Your place on the waiting
          list has ended, and you were not charged. If you have questions, call us at{' '}
          {formatPhone(venue.phone)}.
        </Paragraph>
        <About {...mail} />
        <Action href={otherDays} label={entry.night ? 'See other events' : 'Choose another day'} />
      </>
    ),
    reason: REASON,
  })
}

/** Email about a night that takes place on another date, with the place in line. */
export const movedMail = (mail: WaitingMail & { readonly place: number }): Promise<Email> => {
  const { venue, entry, title, when, link } = mail
  const place = placeText(mail.place, entry)
  return renderEmail({
    sender: senderOf(venue),
    subject: `Moved to another date: ${title}, ${when}`,
    preview: `You keep your place: ${place}.`,
    title: 'The night has moved',
    body: (
      <>
        <Paragraph>
          {`Hello${commaName(entry.guestName)}. ${movedText(entry)} You keep your place: you are ${place}.`}{' '}
          If you cannot come then, please leave the list, so that those after you move up.
        </Paragraph>
        <About {...mail} />
        <Action href={link} label="See your place or leave the list" />
      </>
    ),
    reason: REASON,
  })
}

const About = ({ entry, title, when }: Pick<WaitingMail, 'entry' | 'title' | 'when'>) => (
  <Facts
    facts={[
      [entry.night ? 'Event' : 'Table', entry.night ? title : 'For dinner'],
      ['When', when],
      ['Party', countText(entry.guestCount, 'guest')],
      ...(entry.night ? [['Zone', entry.zone ?? 'Any zone'] as const] : []),
    ]}
  />
)
