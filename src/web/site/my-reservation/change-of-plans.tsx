import type { ReactNode } from 'react'

type Props = {
  /** Fragment of the links that lead here. */
  readonly id: string
  readonly children: ReactNode
}

/** Section of a guest's page that changes or cancels a reservation. It is not printed. */
export const ChangeOfPlans = ({ id, children }: Props) => (
  <section
    id={id}
    aria-labelledby="change-of-plans"
    tabIndex={-1}
    className="no-print outline-none mt-12 scroll-mt-24 rounded-card border border-bark p-5 sm:p-7"
  >
    <h2 id="change-of-plans" className="text-heading">
      Change of plans?
    </h2>
    {children}
  </section>
)
