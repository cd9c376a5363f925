import { amendReservation } from '#features/reservation-management/amendments/amend/service.ts'
import { previewAmendment } from '#features/reservation-management/amendments/preview/service.ts'
import { type AmendmentForm, amendmentForm } from '#features/reservation-management/amendments/schema.ts'
import type { PaymentDeps } from '#features/reservation-management/status/service.ts'
import { loadVenue } from '#features/venue/service.ts'

type Typed = Omit<Partial<AmendmentForm>, 'guests' | 'phone' | 'email'> & {
  readonly guests?: string
  readonly phone?: string
  readonly email?: string
}

const formOf = (version: number, typed: Typed): AmendmentForm =>
  amendmentForm.parse({ isEmailed: true, version, ...typed })

/** The preview of a change, as the dialog shows it. */
export async function preview(deps: PaymentDeps, id: string, typed: Typed = {}) {
  const shown = await previewAmendment({ ...deps, venue: await loadVenue(deps) }, id, formOf(0, typed))
  if (!shown) throw new Error('there is no such reservation')
  return shown
}

/** Changes a reservation as the dialog does: with the version and the amounts that its preview shows. */
export async function amend(deps: PaymentDeps, id: string, typed: Typed) {
  const { version, price } = await preview(deps, id, typed)
  const { dueCents, surplusCents } = price
  const form = formOf(version, { shown: { dueCents, surplusCents }, ...typed })
  return amendReservation({ ...deps, venue: await loadVenue(deps) }, id, form)
}
