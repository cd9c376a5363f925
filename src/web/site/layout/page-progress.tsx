import { useNavigation } from 'react-router'

/** A bar at the top while the next page is on its way. A page that comes at once shows none. */
export const PageProgress = () =>
  useNavigation().state === 'idle' ? null : <div aria-hidden="true" className="page-progress no-print" />
