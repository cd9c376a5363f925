import { INTENT_FIELD } from '#lib/forms/hidden-fields.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import type { ComingShown } from './coming-data.ts'

/** Intent of the form, and fragment of the section. */
export const COMING = 'coming'

type Props = {
  readonly coming: ComingShown
  /** The guest's own page, which takes the form. */
  readonly link: string
  /** Address of the question whether to cancel. */
  readonly cancelLink: string
}

/** Asks the guest of a reservation that is near whether they come. Opening the page answers nothing. */
export const ComingAnswer = ({ coming: { confirmed }, link, cancelLink }: Props) => (
  <section
    id={COMING}
    aria-labelledby="coming-question"
    // Has the focus after the answer, which leads to its fragment.
    tabIndex={-1}
    className="no-print outline-none mb-8 scroll-mt-24 rounded-card border border-brass/40 bg-ember p-5 sm:p-7"
  >
    <h2 id="coming-question" className="text-heading">
      {confirmed === null ? 'Are you coming?' : 'You are coming'}
    </h2>
    {confirmed === null ? (
      <p className="mt-3 max-w-prose text-sand">
        Your reservation stands either way. Your answer helps our team plan the evening.
      </p>
    ) : (
      <p role="status" className="mt-3 flex items-start gap-2 text-teal-light">
        <Icon name="check" className="mt-1 size-5 shrink-0" />
        {`You told us on ${confirmed}. We look forward to seeing you.`}
      </p>
    )}
    <form method="post" action={link} data-once className="mt-5 flex flex-wrap gap-3 max-sm:flex-col">
      {confirmed === null ? (
        <Button type="submit" name={INTENT_FIELD} value={COMING}>
          I’m coming
        </Button>
      ) : null}
      <a href={cancelLink} className={buttonClass(confirmed === null ? 'outline' : 'quiet')}>
        I can’t come
      </a>
    </form>
  </section>
)
