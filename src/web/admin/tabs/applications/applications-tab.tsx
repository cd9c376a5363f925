import { TabHead } from '#ui/admin/panel.tsx'
import { RequestTab } from '../requests/request-tab.tsx'

/** Performers who would like to appear. */
export default function ApplicationsTab() {
  return (
    <>
      <TabHead title="Applications" />
      <RequestTab kind="application" />
    </>
  )
}
