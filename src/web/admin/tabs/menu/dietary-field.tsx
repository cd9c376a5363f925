import { useState } from 'react'
import { type DishTags, joinTags, KNOWN_TAGS, splitTags } from '#features/menu/tags/rules.ts'
import { dietaryLabel } from '#features/menu/ui/dietary-tags.tsx'
import { CheckField, TextField } from '#ui/admin/forms/field.tsx'

type Props = {
  /** Tags as text, separated by commas. */
  readonly value: string
  readonly error: string | undefined
  readonly onValue: (value: string) => void
}

/** Dietary tags: boxes for those that guests filter by, so that none is misspelt; text for others. */
export function DietaryField({ value, error, onValue }: Props) {
  // The text stays as it is typed, because a tag is known as such only once it is complete.
  const [tags, setTags] = useState<DishTags>(() => splitTags(value))
  const change = (next: DishTags): void => {
    setTags(next)
    onValue(joinTags(next))
  }
  return (
    <fieldset>
      <legend className="text-sm font-semibold text-sand">Dietary</legend>
      <p className="text-sm text-dune">
        Guests filter by these. “Without nuts” shows every dish that names no nut: tick “Contains nuts” where
        one is in it.
      </p>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(9.25rem,1fr))] gap-x-4">
        {KNOWN_TAGS.map((tag) => (
          <CheckField
            key={tag}
            label={dietaryLabel(tag)}
            checked={tags.known.includes(tag)}
            onChange={({ target }) =>
              change({
                ...tags,
                known: target.checked ? [...tags.known, tag] : tags.known.filter((it) => it !== tag),
              })
            }
          />
        ))}
      </div>
      <TextField
        label="Other tags"
        hint="Separated by commas, such as kosher, contains sesame"
        value={tags.others}
        error={error}
        onChange={({ target }) => change({ ...tags, others: target.value })}
        onBlur={() => setTags(splitTags(joinTags(tags)))}
      />
    </fieldset>
  )
}
