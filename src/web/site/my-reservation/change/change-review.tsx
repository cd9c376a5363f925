import { INTENT_FIELD } from '#lib/forms/hidden-fields.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import type { ReviewShown } from './change-copy.ts'

type Props = {
  readonly review: ReviewShown
  readonly link: string
  /** The change that waits for its payment, which this one replaces; null without one. */
  readonly replaced: string | null
}

/** Asks the guest to confirm a change: what changes, the price before and after, and the difference. */
export const ChangeReview = ({ review, link, replaced }: Props) => (
  <section
    id="review"
    aria-labelledby="your-change"
    tabIndex={-1}
    className="outline-none mt-8 scroll-mt-24 rounded-card border border-brass/60 bg-brass/10 p-5 sm:p-8"
  >
    <h2 id="your-change" className="text-heading">
      Your change
    </h2>
    <dl className="mt-4 flex flex-col gap-4">
      {review.changed.map(([label, text]) => (
        <div key={label}>
          <dt className="text-sm text-dune">{label}</dt>
          <dd className="font-semibold wrap-anywhere">{text}</dd>
        </div>
      ))}
    </dl>
    <dl className="mt-5 border-t border-dashed border-clay pt-4">
      {review.prices.map(([label, text]) => (
        <div key={label} className="flex justify-between gap-4 py-1">
          <dt>{label}</dt>
          <dd className="tabular-nums">{text}</dd>
        </div>
      ))}
    </dl>
    <p className="mt-3 text-lg font-semibold text-brass">{review.money}</p>
    {review.note ? <p className="mt-1 text-sand">{review.note}</p> : null}
    {replaced === null ? null : (
      <p className="mt-3 font-semibold">
        {`The change that waits for your payment (${replaced}) is dropped, and this one takes its place.`}
      </p>
    )}
    {review.terms.map((text) => (
      <p key={text} className="mt-3 font-semibold">
        {text}
      </p>
    ))}
    <form
      method="post"
      action={`${link}/change?${review.query}`}
      data-once
      className="mt-6 flex flex-wrap gap-3 max-sm:flex-col"
    >
      {review.hidden.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit" name={INTENT_FIELD} value="change">
        {review.button}
      </Button>
      <a href={link} className={buttonClass('quiet')}>
        Keep it as it is
      </a>
    </form>
  </section>
)
