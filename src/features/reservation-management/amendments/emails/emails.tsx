import { directionsTo, formatPhone, senderOf } from '#features/venue/rules.ts'
import type { Venue } from '#features/venue/schema.ts'
import type { EveningNote } from '#features/reservations/evening/schema.ts'
import { REFUND_ROUTE } from '#features/reservations/rules.ts'
import { type Cents, formatUsd } from '#lib/money.ts'
import { listText } from '#lib/text/list-text.ts'
import { commaName } from '#lib/text/safe-name.ts'
import {
  Action,
  Aside,
  type Email,
  Facts,
  LinkedParagraph,
  Note,
  Paragraph,
  Points,
  renderEmail,
  Subtitle,
} from '#platform/mail/email-template.tsx'
import { PassParagraph } from '#platform/mail/pass-paragraph.tsx'

type Fact = readonly [label: string, text: string]

export type AmendmentMail = {
  readonly venue: Venue
  readonly guestName: string
  /** The guest changed it on their own page. */
  readonly isByGuest: boolean
  /** `Dinner` or the title of the event, and when: `Afro Night, Fri, Nov 27, 9:00 PM` */
  readonly about: string
  readonly changed: readonly Fact[]
  readonly facts: readonly Fact[]
  /** Valid for the entry of a night; null for a dinner. */
  readonly entryCode: string | null
  readonly paidCents: Cents
  readonly dueCents: Cents
  /** The price rose. */
  readonly isDearer: boolean
  /** Cover where the night or the party is another: `$25 a person, 5 of your 6 pay: $125 at the door`. */
  readonly cover: string | null
  /** Minimum spend at the table where it is another one; null without one. */
  readonly minimumSpend: string | null
  /** Says that the guests leave the table of their dinner for the night; null where they keep it, or never did. */
  readonly tableChange: string | null
  /** The dinner or night of the same guest that evening; null without one. */
  readonly evening: EveningNote | null
  /** `We still need the name for your Birthday Shoutout Package.` */
  readonly needed: readonly string[]
  readonly refundOnlineCents: Cents
  readonly refundVenueCents: Cents
  /** The guest's credit after the change, with its last day; null without one. */
  readonly credit: string | null
  /** Part of the price difference that the venue waived. */
  readonly waivedCents: Cents
  /** All comps and discounts of the reservation, the waived part with them. */
  readonly allowanceCents: Cents
  /** Until when the other night or time can be changed or cancelled; null where it is the same. */
  readonly terms: string | null
  /** Friends whose codes are no longer valid, because the party is smaller. */
  readonly friendsLeftOut: readonly string[]
  readonly guestLink: string
  /** Link to the passes on the guest's page; null where none are offered. */
  readonly passLink: string | null
}

/** Email about a change by staff or by the guest: the old and the new facts, and what it means for the price. */
export const amendmentMail = (mail: AmendmentMail): Promise<Email> =>
  renderEmail({
    sender: senderOf(mail.venue),
    reason: 'You received this email because a reservation was made with this address.',
    subject: `Your reservation was changed: ${mail.about}`,
    preview: mail.changed.map(([label, text]) => `${label}: ${text}`).join('. ') || 'See your reservation.',
    title: 'Your reservation was changed',
    body: (
      <>
        <Paragraph>{`Hello${commaName(mail.guestName)}. ${mail.isByGuest ? 'Your change is made.' : 'We changed your reservation.'}`}</Paragraph>
        {mail.changed.length > 0 ? (
          <>
            <Subtitle>What changed</Subtitle>
            <Facts facts={mail.changed} />
          </>
        ) : null}
        {moneyTexts(mail).map((text) => (
          <Paragraph key={text}>{text}</Paragraph>
        ))}
        {mail.needed.length > 0 && (
          <Aside title="One more thing">
            <Points points={[...mail.needed]} />
            <Action href={`${mail.guestLink}#packages`} label="Add it now" />
          </Aside>
        )}
        <Subtitle>Your reservation now</Subtitle>
        <Facts facts={mail.facts} />
        {mail.minimumSpend ? <Paragraph>{mail.minimumSpend}</Paragraph> : null}
        {mail.tableChange ? <Paragraph>{mail.tableChange}</Paragraph> : null}
        <LinkedParagraph of={mail.evening} />
        {mail.entryCode ? <Paragraph>{`Your entry code is ${mail.entryCode}, as before.`}</Paragraph> : null}
        {mail.friendsLeftOut.length > 0 ? <Paragraph>{leftOutText(mail.friendsLeftOut)}</Paragraph> : null}
        <PassParagraph link={mail.passLink} />
        <Action href={mail.guestLink} label="View your reservation">
          <Note>
            Anyone who has this link can see, change or cancel your reservation, so keep it to yourself.
          </Note>
        </Action>
        {mail.terms ? <Paragraph>{mail.terms}</Paragraph> : null}
        <LinkedParagraph of={{ label: 'Directions', link: directionsTo(mail.venue) }} />
        <Paragraph>{`Is something not right? Reply to this email or call ${formatPhone(mail.venue.phone)}.`}</Paragraph>
      </>
    ),
  })

const leftOutText = (friends: readonly string[]): string =>
  `Your party is smaller. ${friends.length === 1 ? `The code of ${friends[0]} is` : `The codes of ${listText(friends)} are`} no longer valid.`

/** Sentences about the price difference. */
function moneyTexts(mail: AmendmentMail): string[] {
  const { paidCents, dueCents, refundOnlineCents, refundVenueCents, waivedCents } = mail
  const earlierCents = mail.allowanceCents - waivedCents
  return [
    refundOnlineCents > 0 ? `We refund ${formatUsd(refundOnlineCents)}. It goes back ${REFUND_ROUTE}` : '',
    refundVenueCents > 0 ? `${formatUsd(refundVenueCents)} is refunded to you at the venue.` : '',
    mail.credit ?? '',
    waivedCents > 0 ? `The difference of ${formatUsd(waivedCents)} is on us.` : '',
    earlierCents > 0 ? `${formatUsd(earlierCents)} of the price is taken off, as before.` : '',
    dueCents > 0 && paidCents > 0
      ? `You paid ${formatUsd(paidCents)}, and ${formatUsd(dueCents)} is due at the venue.`
      : '',
    dueCents > 0 && paidCents <= 0 ? `${formatUsd(dueCents)} is due at the venue.` : '',
    mail.isDearer && dueCents === 0 && paidCents > 0
      ? `You paid ${formatUsd(paidCents)} in all, and nothing is due.`
      : '',
    mail.cover === null ? '' : `Cover, separate from the table: ${mail.cover}.`,
  ].filter(Boolean)
}
