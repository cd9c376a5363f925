import { TabHead } from '#ui/admin/panel.tsx'
import { RequestTab } from '../requests/request-tab.tsx'

/** The Applications tab: performer applications. */
export default function ApplicationsTab() {
  return (
    <>
      <TabHead title="Applications" />
      <RequestTab kind="application" />
    </>
  )
}
