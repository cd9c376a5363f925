import { useNavigation } from 'react-router'

/** Progress bar at the top while a navigation is loading; a fast navigation shows none. */
export const PageProgress = () =>
  useNavigation().state === 'idle' ? null : <div aria-hidden="true" className="page-progress no-print" />
