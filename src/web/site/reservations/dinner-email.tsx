import { INTENT_FIELD } from '#lib/forms/hidden-fields.ts'
import { Button } from '#ui/button.tsx'
import { INPUT } from '#ui/forms/form-field.tsx'

type Props = {
  readonly link: string
  readonly email: string
  /** Sentence about the other reservation of the evening that is corrected, too. */
  readonly also: string | null
  /** Validation error of the corrected email. */
  readonly problem?: string | null
}

const describedBy = (problem: string | null, also: string | null): string | undefined =>
  [problem === null ? '' : 'email-problem', also === null ? '' : 'email-also'].filter(Boolean).join(' ') ||
  undefined

/** Form that corrects the email address of a reservation; the confirmation is sent again to the new address. */
export const DinnerEmail = ({ link, email, also, problem = null }: Props) => (
  <details open={problem !== null} className="no-print mt-8 rounded-card border border-bark p-5">
    <summary className="min-h-11 content-center font-semibold text-cream">
      Is <span className="wrap-anywhere text-brass">{email}</span> wrong? Correct your email
    </summary>
    {problem === null ? null : (
      <p id="email-problem" role="alert" tabIndex={-1} autoFocus className="mt-3 font-semibold text-rose">
        {problem}
      </p>
    )}
    <form method="post" action={link} className="mt-4 flex flex-wrap items-end gap-3">
      <input type="hidden" name={INTENT_FIELD} value="email" />
      <label className="flex min-w-0 flex-1 basis-64 flex-col gap-1.5 text-sm font-semibold text-cream">
        Email
        <input
          type="email"
          name="email"
          defaultValue={email}
          required
          autoComplete="email"
          inputMode="email"
          spellCheck={false}
          maxLength={254}
          aria-invalid={problem !== null}
          aria-describedby={describedBy(problem, also)}
          className={INPUT}
        />
      </label>
      <Button type="submit" look="outline">
        Send confirmation
      </Button>
      {also === null ? null : (
        <p id="email-also" className="w-full text-sand">
          {also}
        </p>
      )}
    </form>
  </details>
)
