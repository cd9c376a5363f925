import { formatUsd } from '#lib/money.ts'
import { FormFields } from '#ui/admin/forms/form-fields.tsx'

type Props<Key extends string> = {
  readonly offered: readonly { readonly key: Key; readonly name: string; readonly priceCents: number }[]
  readonly chosen: readonly Key[]
  readonly onChosen: (chosen: readonly Key[]) => void
}

/** The packages of a night, each with its price. */
export function PackagesField<Key extends string>({ offered, chosen, onChosen }: Props<Key>) {
  if (offered.length === 0) return null
  return (
    <fieldset className="grid gap-x-4 sm:grid-cols-2">
      <legend className="text-sm font-semibold text-sand">Packages</legend>
      <FormFields
        form={{
          values: Object.fromEntries(chosen.map((key) => [key, true])),
          errors: {},
          setValue: (name, isChosen) =>
            onChosen(
              offered
                .map(({ key }) => key)
                .filter((key) => (key === name ? isChosen === true : chosen.includes(key))),
            ),
        }}
        fields={offered.map(({ key, name, priceCents }) => ({
          name: key,
          label: `${name}, ${formatUsd(priceCents)}`,
          kind: 'check',
        }))}
      />
    </fieldset>
  )
}
