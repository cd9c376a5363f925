import { missingContent } from '#features/reservations/package-contents/rules.ts'
import { MAX_MESSAGE, MAX_NAME, type PackageContent } from '#features/reservations/package-contents/schema.ts'
import { INTENT_FIELD } from '#lib/forms/hidden-fields.ts'
import { Button } from '#ui/button.tsx'
import { INPUT } from '#ui/forms/form-field.tsx'
import { Icon } from '#ui/icon.tsx'
import type { ReservationShown } from './my-reservation-copy.ts'

/** Refused package content, with the error text. */
export type RefusedContent = {
  readonly key: string
  readonly problem: string
  readonly name: string
  readonly message: string
}

type Props = {
  readonly packages: NonNullable<ReservationShown['packages']>
  readonly link: string
  readonly refused: RefusedContent | null
  readonly isSaved: boolean
}

/** Forms for the name, message and picture that a guest's packages need. */
export const PackageContents = ({ packages, link, refused, isSaved }: Props) => (
  <section
    id="packages"
    aria-labelledby="packages-title"
    className="no-print mt-12 scroll-mt-24 rounded-card border border-bark p-5 sm:p-7"
  >
    <h2 id="packages-title" className="text-heading">
      Your packages
    </h2>
    {isSaved && refused === null ? (
      <p role="status" className="mt-3 flex items-center gap-2 text-teal-light">
        <Icon name="check" /> Saved. Our team has it.
      </p>
    ) : null}
    <p className="mt-3 text-sand">
      {packages.isOpen
        ? `You can send and change this until ${packages.until}.`
        : `Online changes closed on ${packages.until}. Please call us, and we will do our best.`}
    </p>
    {packages.contents.map((content) => (
      <PackageForm
        key={content.key}
        content={content}
        link={link}
        isOpen={packages.isOpen}
        refused={refused?.key === content.key ? refused : null}
      />
    ))}
  </section>
)

type FormProps = {
  readonly content: PackageContent
  readonly link: string
  readonly isOpen: boolean
  readonly refused: RefusedContent | null
}

const LABEL = 'flex flex-col gap-1.5 text-sm font-semibold text-cream'

const PackageForm = ({ content, link, isOpen, refused }: FormProps) => {
  const missing = missingContent(content)
  const problem = `${content.key}-problem`
  return (
    <form
      method="post"
      action={`${link}#packages`}
      encType="multipart/form-data"
      aria-label={content.label}
      className="mt-6 border-t border-bark pt-5"
    >
      <h3 className="text-xl text-brass">{content.label}</h3>
      <p className="mt-1 text-sand">
        {missing === null ? 'We have all we need.' : `We still need ${missing}.`}
      </p>
      {refused ? (
        <p id={problem} role="alert" tabIndex={-1} autoFocus className="mt-3 font-semibold text-rose">
          {refused.problem}
        </p>
      ) : null}
      <fieldset disabled={!isOpen} className="mt-4 grid gap-4 sm:grid-cols-2">
        <input type="hidden" name={INTENT_FIELD} value="package" />
        <input type="hidden" name="package" value={content.key} />
        <label className={LABEL}>
          {content.need === 'name' ? 'Name to be called out' : 'Name'}
          <input
            name="name"
            defaultValue={refused?.name ?? content.name}
            maxLength={MAX_NAME}
            autoComplete="off"
            spellCheck={false}
            className={INPUT}
          />
        </label>
        <label className={`${LABEL} sm:row-span-2`}>
          Message
          <textarea
            name="message"
            defaultValue={refused?.message ?? content.message}
            maxLength={MAX_MESSAGE}
            rows={4}
            className={`${INPUT} h-full`}
          />
        </label>
        <div>
          <label className={LABEL}>
            Picture for the screen
            <input
              type="file"
              name="picture"
              accept="image/jpeg,image/png,image/webp"
              className={`${INPUT} file:mr-3 file:rounded-lg file:border-0 file:bg-brass file:px-3 file:py-1 file:font-semibold file:text-night`}
            />
          </label>
          <p className="mt-1 text-sm text-sand">JPEG, PNG or WebP, up to 8 MB.</p>
        </div>
        {content.hasPicture ? (
          <div className="flex items-center gap-4 sm:col-span-2">
            <img
              src={`${link}/packages/${content.key}.jpg`}
              alt={`Your picture for the ${content.label}`}
              className="max-h-32 max-w-48 rounded-xl border border-bark object-contain"
            />
            <label className="flex min-h-11 items-center gap-3 text-cream">
              <input type="checkbox" name="remove" value="on" className="size-5 accent-brass" />
              Remove this picture
            </label>
          </div>
        ) : null}
        <div className="sm:col-span-2">
          <Button type="submit" className="max-sm:w-full">
            Save
          </Button>
        </div>
      </fieldset>
    </form>
  )
}
