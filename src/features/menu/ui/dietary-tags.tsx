import { capitalized } from '#lib/text/capitalized.ts'

const WARNINGS = /^contains-/

/** Dietary tag as guests read it: `Gluten-free`, `Contains nuts`. */
export const dietaryLabel = (tag: string): string => capitalized(tag.replace(WARNINGS, 'contains '))

/** Warnings about allergens have a color of their own, apart from diets. */
export const dietaryColour = (tag: string): string => {
  if (WARNINGS.test(tag)) return 'text-rose'
  return tag === 'spicy' ? 'text-brass' : 'text-teal-light'
}

type Props = { readonly tags: readonly string[]; readonly className?: string }

export const DietaryTags = ({ tags, className = '' }: Props) =>
  tags.length > 0 ? (
    <ul aria-label="Dietary information" className={`flex flex-wrap gap-1.5 ${className}`}>
      {tags.map((tag) => (
        <li
          key={tag}
          className={`rounded-full border border-current/45 px-2 text-xs leading-5 font-medium ${dietaryColour(tag)}`}
        >
          {dietaryLabel(tag)}
        </li>
      ))}
    </ul>
  ) : null
