import { useParams } from 'react-router'
import { isId } from '#lib/address.ts'
import { RequestPage } from '../requests/request-record.tsx'
import { RequestTab } from '../requests/request-tab.tsx'

/** The Applications tab: performer applications, or the page of one. */
export default function ApplicationsTab() {
  const { '*': path = '' } = useParams()
  const id = path.split('/')[1] ?? ''
  return isId(id) ? (
    <RequestPage key={id} kind="application" id={id} />
  ) : (
    <RequestTab kind="application" title="Applications" />
  )
}
