import { formatPhone, senderOf } from '#features/venue/rules.ts'
import type { Venue } from '#features/venue/schema.ts'
import { commaName, safeName } from '#lib/text/safe-name.ts'
import { Action, type Email, Facts, Note, Paragraph, renderEmail } from '#platform/mail/email-template.tsx'

export type MergeMail = {
  readonly venue: Venue
  readonly guestName: string
  /** Name of the reservation that remains. */
  readonly withName: string
  /** `Afro Night, Fri, Nov 27, 9:00 PM` */
  readonly about: string
  readonly facts: readonly (readonly [label: string, text: string])[]
  /** Valid for the entry of a night; null for a dinner. */
  readonly entryCode: string | null
  readonly guestLink: string
}

/** Email to the guest whose reservation staff merged into another one. */
export const mergeMail = (mail: MergeMail): Promise<Email> => {
  const other = safeName(mail.withName)
  const joined =
    other === null
      ? 'another reservation'
      : other === safeName(mail.guestName)
        ? 'your other reservation'
        : `the reservation of ${other}`
  return renderEmail({
    sender: senderOf(mail.venue),
    reason: 'You received this email because a reservation was made with this address.',
    subject: `Your reservations are one now: ${mail.about}`,
    preview: `Your reservation is now part of ${joined}.`,
    title: 'One reservation for all of you',
    body: (
      <>
        <Paragraph>{`Hello${commaName(mail.guestName)}. We added your reservation to ${joined}. What you paid counts there.`}</Paragraph>
        <Facts facts={mail.facts} />
        {mail.entryCode ? (
          <Paragraph>{`Your entry code ${mail.entryCode} still lets you and your guests in.`}</Paragraph>
        ) : null}
        <Action href={mail.guestLink} label="View your reservation">
          <Note>
            Anyone who has this link can cancel the reservation of all of you, so keep it to yourself.
          </Note>
        </Action>
        <Paragraph>{`Is something not right? Reply to this email or call ${formatPhone(mail.venue.phone)}.`}</Paragraph>
      </>
    ),
  })
}
