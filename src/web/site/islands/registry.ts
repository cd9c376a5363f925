import type { ComponentProps, ComponentType } from 'react'
import { importWithRetry } from '#ui/network/import-with-retry.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- each entry keeps its own props; `PropsOf` reads them back
type Loader = () => Promise<ComponentType<any>>

/**
 * The islands of the public site: components that React hydrates in the browser, each with the import that loads it. An
 * island has the name of its file, by which the build finds the styles that it may add to a page.
 */
export const ISLANDS = {
  'event-booking': () =>
    importWithRetry(() => import('../event/event-booking.tsx')).then((it) => it.EventBooking),
  'change-seating': () =>
    importWithRetry(() => import('../my-reservation/change/change-seating.tsx')).then(
      (it) => it.ChangeSeating,
    ),
  'dinner-form': () =>
    importWithRetry(() => import('#features/dining/ui/dinner-form.tsx')).then((it) => it.DinnerForm),
  'dinner-move': () =>
    importWithRetry(() => import('../my-reservation/dinner-move.tsx')).then((it) => it.DinnerMove),
  'table-request-form': () =>
    importWithRetry(() => import('#features/requests/table-requests/ui/table-request-form.tsx')).then(
      (it) => it.TableRequestForm,
    ),
  'short-inquiry-form': () =>
    importWithRetry(() => import('#features/requests/inquiries/ui/short-inquiry-form.tsx')).then(
      (it) => it.ShortInquiryForm,
    ),
  'plan-event-form': () =>
    importWithRetry(() => import('#features/requests/inquiries/ui/plan-event-form.tsx')).then(
      (it) => it.PlanEventForm,
    ),
  'perform-form': () =>
    importWithRetry(() => import('#features/requests/performer-applications/ui/perform-form.tsx')).then(
      (it) => it.PerformForm,
    ),
  'held-strip': () =>
    importWithRetry(() => import('#features/holds/ui/held-strip.tsx')).then((it) => it.HeldStrip),
} as const satisfies Record<string, Loader>

type Islands = typeof ISLANDS
export type IslandName = keyof Islands
export type PropsOf<Name extends IslandName> = ComponentProps<Awaited<ReturnType<Islands[Name]>>>

export const isIslandName = (name: string): name is IslandName => Object.hasOwn(ISLANDS, name)
