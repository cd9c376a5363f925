import type { ReactNode } from 'react'
import { MINIMUM_SPEND } from '../minimum-spend/rules.ts'
import { Icon } from '#ui/icon.tsx'
import { EntryCode } from './entry-code.tsx'
import { PackageNotes } from './package-notes.tsx'
import type { PassPaths } from './pass-link.tsx'

/**
 * Texts of a confirmation. Formatted on the server, so that the browser loads no code for calendar dates and prices.
 */
export type Confirmation = {
  readonly eventTitle: string
  /** Public page of the event, which may be shared. */
  readonly eventPath: string
  readonly tableNumber: number
  /** `Table 12`, or `Tables 12, 13, and 14` of a party that has several. */
  readonly tables: string
  readonly zone: string
  /** `Friday, November 27, 2026` */
  readonly date: string
  /** `9:00 PM – 2:00 AM` */
  readonly time: string
  /** `Fri Nov 27, 9 PM – Sat 2 AM` */
  readonly night: string
  readonly guestName: string
  readonly party: string
  readonly email: string
  readonly phone: string | null
  readonly specialRequests: string | null
  readonly packages: readonly ('birthday_shoutout' | 'screen_display')[]
  /** Sentences about missing content of the packages. */
  readonly needed: readonly string[]
  readonly lines: readonly { readonly label: string; readonly amount: string }[]
  /** `$25 a person, 5 of your 6 pay: $125 at the door`; null on a free night. */
  readonly cover: string | null
  /** Least amount that the party spends at its tables on the night; null where none is set. */
  readonly minimumSpend: string | null
  readonly total: { readonly label: string; readonly amount: string }
  /** From what was paid to what is left of it; empty where nothing was refunded. */
  readonly refunds: readonly { readonly label: string; readonly amount: string }[]
  /** Entry code with its QR path; null once it is no longer valid for entry. */
  readonly entry: { readonly code: string; readonly size: number; readonly path: string } | null
  readonly address: string
  readonly directionsUrl: string
  /** URL of the guest's reservation page. */
  readonly link: string
  readonly passPaths: PassPaths
}

type Props = {
  readonly confirmation: Confirmation
  readonly status: string
  readonly isGood: boolean
  /** Footer: information and actions. */
  readonly children?: ReactNode
}

/** The confirmation that a guest shows at the door, on a screen or printed. */
export const ConfirmationSlip = ({ confirmation: it, status, isGood, children }: Props) => (
  <article className="printable overflow-hidden rounded-card border border-bark bg-ember">
    <div className="zellige-strip" aria-hidden="true" />
    <div className="grid gap-x-10 gap-y-7 p-5 sm:p-8 md:grid-cols-[1fr_auto] print:grid-cols-[1fr_auto]">
      <header>
        <h2
          className={`flex items-center gap-2 font-sans text-sm font-semibold ${isGood ? 'text-teal-light' : 'text-rose'}`}
        >
          <Icon name={isGood ? 'check' : 'close'} />
          {status}
        </h2>
        <p className="mt-2 font-display text-title leading-tight text-balance wrap-anywhere">
          {it.eventTitle}
        </p>
        <p className="mt-2 font-display text-xl text-brass italic">{it.night}</p>
      </header>
      {it.entry ? <EntryCode {...it.entry} /> : null}
      <div className="flex flex-col gap-7 border-t border-dashed border-clay pt-7 md:col-span-2 print:col-span-2">
        <SlipFacts it={it} />
        <PackageNotes packages={it.packages} />
        {it.specialRequests ? (
          <section aria-labelledby="special-requests">
            <h3 id="special-requests" className="text-xl">
              Special Requests
            </h3>
            <p className="mt-2 wrap-anywhere whitespace-pre-line text-sand">{it.specialRequests}</p>
          </section>
        ) : null}
        <SlipTotal it={it} isGood={isGood} />
        {children}
      </div>
    </div>
  </article>
)

const SlipFacts = ({ it }: { it: Confirmation }) => (
  <dl className="grid grid-cols-2 gap-x-6 gap-y-5 sm:grid-cols-3 print:grid-cols-3">
    <Fact term="Date" className="max-sm:col-span-full print:col-span-1">
      {it.date}
    </Fact>
    <Fact term="Time">{it.time}</Fact>
    <Fact term="Your table">
      {it.tables}
      <span className="block text-sm font-normal text-sand">{it.zone}</span>
    </Fact>
    <Fact term="Guest">{it.guestName}</Fact>
    <Fact term="Party size">{it.party}</Fact>
    {it.phone ? <Fact term="Phone">{it.phone}</Fact> : null}
    <div className="col-span-full sm:col-span-2 print:col-span-2">
      <dt className="text-sm text-dune">Email</dt>
      <dd className="leading-snug font-semibold wrap-anywhere">{it.email}</dd>
    </div>
    <div className="col-span-full">
      <dt className="text-sm text-dune">Where</dt>
      <dd>
        {it.address}
        <a
          href={it.directionsUrl}
          rel="noreferrer noopener"
          target="_blank"
          className="no-print ml-2 inline-flex min-h-11 items-center gap-1 align-middle font-semibold text-brass underline underline-offset-4"
        >
          <Icon name="pin" /> Directions<span className="sr-only"> (opens in a new tab)</span>
        </a>
      </dd>
    </div>
  </dl>
)

type FactProps = { readonly term: string; readonly className?: string; readonly children: ReactNode }

const Fact = ({ term, className, children }: FactProps) => (
  <div className={className}>
    <dt className="text-sm text-dune">{term}</dt>
    <dd className="leading-snug font-semibold text-balance wrap-anywhere">{children}</dd>
  </div>
)

/** Cover and a minimum spend are due only of a reservation that stands. */
const SlipTotal = ({ it, isGood }: { it: Confirmation; isGood: boolean }) => (
  <dl className="border-y border-bark py-4">
    {it.lines.map(({ label, amount }) => (
      <div key={label} className="flex justify-between gap-4 text-sand">
        <dt>{label}</dt>
        <dd className="tabular-nums">{amount}</dd>
      </div>
    ))}
    <div className="mt-1 flex justify-between gap-4 text-xl font-semibold">
      <dt>{it.total.label}</dt>
      <dd className="text-brass tabular-nums">{it.total.amount}</dd>
    </div>
    {it.refunds.map(({ label, amount }, i) => (
      <div
        key={label}
        className={`flex justify-between gap-4 ${i === 0 ? 'mt-3 border-t border-dashed border-clay pt-3' : ''} ${i === it.refunds.length - 1 ? 'font-semibold' : 'text-sand'}`}
      >
        <dt>{label}</dt>
        <dd className="tabular-nums">{amount}</dd>
      </div>
    ))}
    {it.cover && isGood ? (
      <div className="mt-3 flex flex-wrap justify-between gap-x-4 border-t border-dashed border-clay pt-3">
        <dt className="text-sand">Cover at the door</dt>
        <dd className="tabular-nums">{it.cover}</dd>
      </div>
    ) : null}
    {it.minimumSpend && isGood ? (
      <div className="mt-3 flex flex-wrap justify-between gap-x-4 border-t border-dashed border-clay pt-3">
        <dt className="text-sand">{MINIMUM_SPEND}</dt>
        <dd className="tabular-nums">{it.minimumSpend}</dd>
      </div>
    ) : null}
  </dl>
)
