import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ResaleRefund } from '#features/reservation-management/status/schema.ts'
import { MoneyDecisionForm, useMoneyDecision } from './money-decision.tsx'

function Decision({ resaleRefund }: { readonly resaleRefund: ResaleRefund }) {
  const { form, close } = useMoneyDecision({ isAsked: true, onClose: () => undefined })
  return (
    <MoneyDecisionForm
      form={form}
      openCents={5000}
      resaleRefund={resaleRefund}
      isBusy={false}
      onDecide={() => undefined}
      onClose={close}
    />
  )
}

const formFor = (resaleRefund: ResaleRefund): string =>
  renderToStaticMarkup(<Decision resaleRefund={resaleRefund} />)

test('a refund once the table is sold again is offered for a night, and not for a paid dinner', () => {
  expect(formFor('offered')).toContain('refund it once the table is sold again')
  expect(formFor('none')).not.toContain('sold again')
  expect(formFor('none')).toContain('Cancel and keep')
})

test('the refund that the terms promise is chosen before staff decide, and only then', () => {
  expect(formFor('promised')).toContain('checked=""')
  expect(formFor('promised')).toContain('as your terms promise')
  expect(formFor('offered')).not.toContain('checked=""')
})
