const LOW = 3

/** `4 of 5`, in another color where something was not good. */
export const RatingMark = ({ rating }: { readonly rating: number }) => (
  <span
    className={`inline-block rounded px-1.5 text-sm leading-5 font-semibold tabular-nums ${rating <= LOW ? 'bg-burgundy text-cream' : 'bg-brass/20 text-brass'}`}
  >
    {rating}
    <span className="sr-only"> of 5</span>
  </span>
)
