import { TabHead } from '#ui/admin/panel.tsx'
import { PaymentIssues } from './payment-issues.tsx'
import { MoneyByDate } from './money-by-date.tsx'

/** Money: what does not add up, and what there is for each night and each day. */
export default function PaymentsTab() {
  return (
    <>
      <TabHead title="Payments" />
      <PaymentIssues />
      <MoneyByDate />
    </>
  )
}
