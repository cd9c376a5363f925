import { buttonClass } from '#ui/button.tsx'

type Props = {
  readonly label: 'Try again' | 'Refresh'
  /** Query parameters that the reload keeps. */
  readonly keep?: Readonly<Record<string, string>>
}

/** Loads the page again. */
export const ReloadForm = ({ label, keep = {} }: Props) => (
  <form method="get">
    {Object.entries(keep).map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ))}
    <button className={buttonClass('outline')}>{label}</button>
  </form>
)
