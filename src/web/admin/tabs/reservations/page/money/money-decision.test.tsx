import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { MoneyDecisionForm } from './money-decision.tsx'

const formFor = (isForNight: boolean): string =>
  renderToStaticMarkup(
    <MoneyDecisionForm
      openCents={5000}
      isForNight={isForNight}
      isBusy={false}
      onDecide={() => undefined}
      onClose={() => undefined}
    />,
  )

test('a refund once the table is sold again is offered for a night, and not for a paid dinner', () => {
  expect(formFor(true)).toContain('refund it once the table is sold again')
  expect(formFor(false)).not.toContain('sold again')
  expect(formFor(false)).toContain('Cancel and keep')
})
