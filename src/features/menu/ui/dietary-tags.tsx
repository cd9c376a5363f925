const WARNINGS = /^contains-/

/** `Gluten-free`, `Contains nuts`: a dietary tag as guests read it. */
export const dietaryLabel = (tag: string): string => {
  const words = tag.replace(WARNINGS, 'contains ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** What a guest must not miss stands out from what a guest looks for. */
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
