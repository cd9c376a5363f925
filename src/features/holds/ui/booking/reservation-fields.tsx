import type { Package } from '#features/venue/schema.ts'
import { formatUsd } from '#lib/money.ts'
import { FormFields, TextsBox } from '#ui/forms/form-fields.tsx'
import { Icon, type IconName } from '#ui/icon.tsx'
import { BOOKING_FORM, type TypedForm } from '#features/holds/booking/schema.ts'
import type { PackageKey } from '#features/reservations/package-contents/schema.ts'
import type { Problems } from './check-form.ts'
import { GuestCount } from './guest-count.tsx'

type Props = {
  /** Prefix of the fields' ids. */
  readonly form: string
  readonly typed: TypedForm
  readonly problems: Problems
  readonly maxGuests: number
  readonly packages: readonly Package[]
  /** Whether the page is hydrated: the buttons that step the number of guests need scripts. */
  readonly isAlive: boolean
}

const { descriptors: of } = BOOKING_FORM

/** Fields of the reservation form. Uncontrolled inputs, so that the page without scripts can use the same component. */
export const ReservationFields = ({ form, typed, problems, maxGuests, packages, isAlive }: Props) => (
  <>
    <div className="grid items-end gap-x-5 gap-y-4 sm:grid-cols-2">
      <FormFields
        form={form}
        fields={[of.guestName, of.guestEmail, of.guestPhone]}
        typed={typed}
        problems={problems}
      />
      <GuestCount
        id={`${form}-guestCount`}
        count={typed.guestCount}
        maxGuests={maxGuests}
        problem={problems.guestCount}
        isAlive={isAlive}
      />
      <FormFields form={form} fields={[of.specialRequests]} typed={typed} problems={problems} />
      <TextsBox isTicked={typed.texts === true} />
    </div>
    {packages.length > 0 ? <PackageChoice typed={typed} packages={packages} /> : null}
  </>
)

const PACKAGE_FIELDS: Record<
  PackageKey,
  { readonly name: 'birthdayPackage' | 'screenDisplay'; readonly icon: IconName }
> = {
  birthday_shoutout: { name: 'birthdayPackage', icon: 'mic' },
  screen_display: { name: 'screenDisplay', icon: 'gallery' },
}

const GIVEN_LATER: Record<Package['needsContent'], string> = {
  none: '',
  name: 'After you pay, add the name and a picture on your reservation page.',
  message_or_picture: 'After you pay, add it on your reservation page.',
}

const PackageChoice = ({ typed, packages }: Pick<Props, 'typed' | 'packages'>) => (
  <fieldset>
    <legend className="font-semibold text-cream">
      Make it an occasion <span className="ml-1 text-sm font-normal text-dune">Optional</span>
    </legend>
    <div className="mt-2 grid gap-3 sm:grid-cols-2">
      {packages.map(({ key, name, description, priceCents, needsContent }) => {
        const field = PACKAGE_FIELDS[key]
        return (
          <label
            key={key}
            className="flex cursor-pointer items-start gap-3 rounded-card border border-bark bg-cocoa p-4 transition-colors hover:border-brass has-checked:border-brass has-checked:bg-brass/10 has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-brass"
          >
            <span className="relative mt-0.5 size-5 shrink-0">
              <input
                type="checkbox"
                name={field.name}
                value="on"
                defaultChecked={typed[field.name]}
                // The label holds the description, too, which would otherwise be read twice.
                aria-labelledby={`package-${key}-name`}
                aria-describedby={`package-${key}`}
                className="peer block size-5 appearance-none rounded border border-dune bg-night outline-none checked:border-brass checked:bg-brass forced-colors:appearance-auto"
              />
              <Icon
                name="check"
                className="pointer-events-none absolute inset-0 hidden size-5 stroke-3 text-night peer-checked:block forced-colors:hidden!"
              />
            </span>
            <span className="flex min-w-0 flex-col gap-1">
              <span id={`package-${key}-name`} className="leading-snug font-semibold text-cream">
                {name} <span className="whitespace-nowrap text-brass">(+{formatUsd(priceCents)})</span>
              </span>
              <span id={`package-${key}`} className="text-sm text-sand">
                {description} {GIVEN_LATER[needsContent]}
              </span>
            </span>
            <Icon name={field.icon} className="ml-auto size-5 text-brass max-sm:hidden" />
          </label>
        )
      })}
    </div>
  </fieldset>
)
