import { buttonClass } from '#ui/button.tsx'

/** Loads the page again, with its whole address: a form would replace the query, which may be the guest's only link. */
export const ReloadLink = ({ label }: { label: 'Try again' | 'Refresh' | 'Refresh Page' }) => (
  <a href="" className={buttonClass(label === 'Refresh Page' ? 'solid' : 'outline')}>
    {label}
  </a>
)
