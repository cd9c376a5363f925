import { COMPARISON } from '#features/floor-plan/table-choice/schema.ts'

/** Brings what stands beside the seating chart to another party size: the form of the waiting list, and the tables compared. */
export function followPartySize(guests: number, variant: number): void {
  const field = document.querySelector<HTMLInputElement>('#waiting-list [name=guests]')
  if (field) field.value = String(guests)
  if (document.getElementById(COMPARISON))
    void import('./fresh-comparison.ts').then(
      ({ refreshComparison }) => refreshComparison(variant),
      () => undefined,
    )
}
