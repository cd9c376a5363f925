import { useParams } from 'react-router'
import { isCalendarDate } from '#lib/venue-time.ts'
import { TabHead } from '#ui/admin/panel.tsx'
import { PaymentIssues } from './payment-issues.tsx'
import { MoneyByDate } from './money-by-date.tsx'
import { MoneyPage } from './money-record.tsx'

/** The Payments tab: open payment issues and ledger totals by date, or the page of one date. */
export default function PaymentsTab() {
  const { '*': path = '' } = useParams()
  const date = path.split('/')[1] ?? ''
  if (isCalendarDate(date)) return <MoneyPage key={date} date={date} />
  return (
    <>
      <TabHead title="Payments" />
      <PaymentIssues />
      <MoneyByDate />
    </>
  )
}
