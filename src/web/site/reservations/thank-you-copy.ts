import type { SuccessMessage } from '#lib/forms/hidden-fields.ts'

/** Forms that lead to the thank-you page. */
export const THANK_YOU_KINDS = ['private-event', 'performer', 'table', 'dinner'] as const
export type ThankYouKind = (typeof THANK_YOU_KINDS)[number]

/** Success toasts, shown before the thank-you page opens. */
export const INQUIRY_SUCCESS: SuccessMessage = {
  title: 'Event Inquiry Submitted',
  text: "We'll contact you within 24 hours to discuss your event details.",
  to: '/thank-you?for=private-event',
}

export const APPLICATION_SUCCESS: SuccessMessage = {
  title: 'Application Submitted!',
  text: "Thank you for your interest. We'll be in touch soon.",
  to: '/thank-you?for=performer',
}

export const TABLE_REQUEST_SUCCESS: SuccessMessage = {
  title: 'Reservation Submitted Successfully',
  text: "We'll contact you shortly to confirm your reservation.",
  to: '/thank-you?for=table',
}

/** Neutral success message, for a submission that stored nothing (a caught bot) or a dinner that was not found. */
export const DINNER_SUCCESS: SuccessMessage = {
  title: 'Thank you',
  text: 'Your confirmation is on its way by email.',
  to: '/thank-you?for=dinner',
}

type Step = { readonly title: string; readonly text: string }

export type ThankYou = {
  readonly title: string
  readonly text: string
  readonly steps: readonly Step[]
  /** Email address that answers questions. */
  readonly writeTo: 'events' | 'venue'
}

/** Texts by submitted form. Without a submission the page shows those of private events, as specified. */
export const THANK_YOU: Record<ThankYouKind, ThankYou> = {
  'private-event': {
    title: 'Your private event inquiry was submitted',
    text: 'Our event team will contact you within 24 hours.',
    steps: [
      { title: 'Initial Consultation', text: 'A call to discuss your vision.' },
      { title: 'Custom Proposal', text: 'Menu options and pricing.' },
      { title: 'Event Coordination', text: 'A dedicated coordinator.' },
    ],
    writeTo: 'events',
  },
  performer: {
    title: 'Your application was submitted',
    text: "Thank you for your interest. We'll be in touch soon.",
    steps: [
      { title: 'We listen', text: 'We read every application and look at every link ourselves.' },
      { title: 'We call', text: 'If it is a fit, we talk about dates, sound and stage.' },
      { title: 'You play', text: 'Your first night with us.' },
    ],
    writeTo: 'venue',
  },
  table: {
    title: 'Your table request was submitted',
    text: "We'll contact you shortly to confirm your reservation. No table is held yet, and you have not been charged.",
    steps: [
      { title: 'We look', text: 'For a table that fits your party and your night.' },
      { title: 'We contact you', text: 'With what we found and what it costs.' },
      { title: 'You decide', text: 'Say yes, and the table is yours.' },
    ],
    writeTo: 'venue',
  },
  dinner: {
    title: 'Thank you',
    text: 'Your confirmation is on its way by email.',
    steps: [
      {
        title: 'Check your email',
        text: 'It shows your reservation, with a link to change it.',
      },
      {
        title: 'Nothing there?',
        text: 'Call us. We will look you up by name or book your dinner right away.',
      },
    ],
    writeTo: 'venue',
  },
}
