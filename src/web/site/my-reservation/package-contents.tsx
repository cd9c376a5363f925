import { missingContent, refusalText } from '#features/reservations/package-contents/rules.ts'
import {
  MAX_MESSAGE,
  MAX_PICTURE_BYTES,
  packageField,
  type PackageContent,
  type Words,
} from '#features/reservations/package-contents/schema.ts'
import { INTENT_FIELD } from '#lib/forms/hidden-fields.ts'
import { Button } from '#ui/button.tsx'
import { INPUT } from '#ui/forms/form-field.tsx'
import { SeenFields } from './seen-fields.tsx'
import { Icon } from '#ui/icon.tsx'
import type { ReservationShown, ShownPackage } from './my-reservation-copy.ts'

/** Refused package content, with the error text. */
export type RefusedContent = {
  readonly key: string
  readonly problem: string
  readonly name: string
  readonly message: string
  /** The words that the form says it showed before; null where it does not. */
  readonly seen: Words | null
}

type Props = {
  readonly packages: NonNullable<ReservationShown['packages']>
  readonly link: string
  readonly refused: readonly RefusedContent[]
  /** Value of `saved` in the query: `1` after saving, `too-large` after an upload that was not read. */
  readonly saved: string | null
}

/** The form for the names, messages and pictures that a guest's packages need. */
export const PackageContents = ({ packages, link, refused, saved }: Props) => (
  <section
    id="packages"
    aria-labelledby="packages-title"
    tabIndex={-1}
    className="no-print outline-none mt-12 scroll-mt-24 rounded-card border border-bark p-5 sm:p-7"
  >
    <h2 id="packages-title" className="text-heading">
      Your packages
    </h2>
    {refused.length === 0 ? <SavedNotice saved={saved} contents={packages.contents} /> : null}
    <p className="mt-3 text-sand">{packages.deadline}</p>
    <form method="post" action={link} encType="multipart/form-data">
      <input type="hidden" name={INTENT_FIELD} value="package" />
      {packages.contents.map((content) => (
        <PackageFields
          key={content.key}
          content={content}
          link={link}
          refused={refused.find(({ key }) => key === content.key) ?? null}
          isFirstProblem={refused[0]?.key === content.key}
        />
      ))}
      <Button
        type="submit"
        disabled={!packages.contents.some(({ isOpen }) => isOpen)}
        className="mt-5 max-sm:w-full"
      >
        Save
      </Button>
    </form>
  </section>
)

type SavedProps = Pick<Props, 'saved'> & { readonly contents: readonly PackageContent[] }

const SavedNotice = ({ saved, contents }: SavedProps) => {
  if (saved === null) return null
  const isEmpty = contents.every(({ name, message, hasPicture }) => !name && !message && !hasPicture)
  if (saved !== 'too-large' && isEmpty)
    return (
      <p role="status" className="mt-3 text-sand">
        Nothing is entered yet.
      </p>
    )
  return saved === 'too-large' ? (
    <p role="alert" className="mt-3 font-semibold text-rose">
      {refusalText('too_large')} Nothing was saved.
    </p>
  ) : (
    <p role="status" className="mt-3 flex items-center gap-2 text-teal-light">
      <Icon name="check" /> Saved. Our team has it.
    </p>
  )
}

type FieldsProps = {
  readonly content: ShownPackage
  readonly link: string
  readonly refused: RefusedContent | null
  readonly isFirstProblem: boolean
}

const LABEL = 'flex flex-col gap-1.5 text-sm font-semibold text-cream'
const FIELD = `${INPUT} disabled:opacity-55`

const PackageFields = ({ content, link, refused, isFirstProblem }: FieldsProps) => {
  const missing = missingContent(content)
  const nameOf = (field: string): string => packageField(content.key, field)
  return (
    <fieldset
      disabled={!content.isOpen}
      aria-labelledby={nameOf('title')}
      className="mt-6 min-w-0 border-t border-bark pt-5"
    >
      <h3 id={nameOf('title')} className="text-xl text-brass">
        {content.label}
      </h3>
      <p className="mt-1 text-sand">
        {missing === null ? 'We have all we need.' : `We still need ${missing}.`}
        {missing === null && !content.isOpen ? ' To change it, please call us.' : ''}
      </p>
      {refused ? (
        <p role="alert" tabIndex={-1} autoFocus={isFirstProblem} className="mt-3 font-semibold text-rose">
          {refused.problem}
        </p>
      ) : null}
      <div className="mt-4 grid gap-4 sm:grid-cols-2">
        <input type="hidden" name="package" value={content.key} />
        <SeenFields
          seen={refused?.seen ?? { name: content.name, message: content.message }}
          nameOf={nameOf}
        />
        <label className={LABEL}>
          {content.need === 'name' ? 'Name to be called out' : 'Name'}
          <input
            name={nameOf('name')}
            defaultValue={refused?.name ?? content.name}
            autoComplete="off"
            spellCheck={false}
            className={FIELD}
          />
        </label>
        <label className={`${LABEL} sm:row-span-2`}>
          Message
          <textarea
            name={nameOf('message')}
            defaultValue={refused?.message ?? content.message}
            maxLength={MAX_MESSAGE}
            rows={4}
            className={`${FIELD} h-full`}
          />
        </label>
        <PictureField name={nameOf('picture')} />
        {content.hasPicture ? (
          <div className="flex items-center gap-4 sm:col-span-2">
            <img
              src={`${link}/packages/${content.key}.jpg`}
              alt={`Your picture for the ${content.label}`}
              className="max-h-32 max-w-48 rounded-xl border border-bark object-contain"
            />
            <label className="flex min-h-11 items-center gap-3 text-cream">
              <input type="checkbox" name={nameOf('remove')} value="on" className="size-5 accent-brass" />
              Remove this picture
            </label>
          </div>
        ) : null}
      </div>
    </fieldset>
  )
}

/** The script of the site shows the problem and holds the form back while the file is larger than `data-max-bytes`. */
const PictureField = ({ name }: { readonly name: string }) => (
  <div>
    <label className={LABEL}>
      Picture for the screen
      <input
        type="file"
        name={name}
        accept="image/jpeg,image/png,image/webp"
        data-live="file-size"
        data-max-bytes={MAX_PICTURE_BYTES}
        aria-describedby={`${name}-problem`}
        className={`${FIELD} file:mr-3 file:rounded-lg file:border-0 file:bg-brass file:px-3 file:py-1 file:font-semibold file:text-night`}
      />
    </label>
    <p id={`${name}-problem`} role="alert" hidden className="mt-1 text-sm font-semibold text-rose">
      {refusalText('too_large')}
    </p>
    <p className="mt-1 text-sm text-sand">JPEG, PNG or WebP, up to 8 MB.</p>
  </div>
)
