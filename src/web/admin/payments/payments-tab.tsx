import { TabHead } from '#ui/desk/panel.tsx'
import { Exceptions } from './exceptions.tsx'
import { Takings } from './takings.tsx'

/** Money: what does not add up, and what each night took. */
export default function PaymentsTab() {
  return (
    <>
      <TabHead title="Payments" />
      <Exceptions />
      <Takings />
    </>
  )
}
