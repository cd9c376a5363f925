import { TabHead } from '#ui/admin/panel.tsx'
import { PaymentIssues } from './payment-issues.tsx'
import { MoneyByDate } from './money-by-date.tsx'

/** The Payments tab: open payment issues, and ledger totals by date. */
export default function PaymentsTab() {
  return (
    <>
      <TabHead title="Payments" />
      <PaymentIssues />
      <MoneyByDate />
    </>
  )
}
