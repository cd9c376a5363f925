import { TabHead } from '#ui/desk/panel.tsx'
import { RequestDesk } from '../requests/request-desk.tsx'

/** Performers who would like to appear. */
export default function ApplicationsTab() {
  return (
    <>
      <TabHead title="Applications" />
      <RequestDesk kind="application" />
    </>
  )
}
