import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type * as z from 'zod/mini'
import { UNDO_MS } from '#lib/undo-window.ts'
import { showToast } from '#ui/toasts/toasts.ts'
import {
  apiFetch,
  apiFetchAny,
  failureText,
  fieldErrors,
  ApiError,
  toastFailure,
} from '#web/admin/data/api-client.ts'
import { typedErrors } from '#lib/forms/typed-errors.ts'
import { agreementOf } from '#web/admin/data/use-consent.tsx'
import { PATH, useRefetchReservations } from '../use-reservation-list.ts'

type Errors = Readonly<Record<string, string>>

/** Moves an added reservation to the trash, reverses its payment at the venue, takes its arrivals back, and cancels its email. */
export function useUndoAdded(): (id: string) => void {
  const refetchAll = useRefetchReservations()
  const { mutate } = useMutation({
    mutationFn: (id: string) => apiFetch(`${PATH}/${id}/undo-added`, { method: 'POST' }),
    onSuccess: () =>
      showToast({ tone: 'good', title: 'Undone', text: 'The reservation is in the bin. No email is sent.' }),
    onError: (error) => toastFailure('Error undoing the change', error),
    onSettled: refetchAll,
  })
  return mutate
}

type AddPath = '/admin/api/staff-bookings/dinners' | '/admin/api/staff-bookings/nights'

type Adding = {
  readonly onAdded: (id: string) => void
  /** Stays on the screen instead of opening the reservation. */
  readonly staysHere?: boolean
  /** False where the caller records more with the booking, and offers one Undo for all of it. */
  readonly hasToast?: boolean
}

/** Validates and adds a reservation. The input stays after an error. */
export function useAdd(
  path: AddPath,
  shape: z.ZodMiniType,
  { onAdded, staysHere = false, hasToast = true }: Adding,
) {
  const navigate = useNavigate()
  const refetchAll = useRefetchReservations()
  // Idempotency key: a form that is submitted twice adds one reservation.
  const [key] = useState(() => crypto.randomUUID())
  const [errors, setErrors] = useState<Errors>({})
  const undo = useUndoAdded()
  const showAddedBefore = (id: string): void =>
    showToast({
      tone: 'bad',
      title: 'Added already, as you sent it first',
      text: 'Open the reservation to change it.',
      action: { label: 'Open', onPress: () => void navigate(`/admin/reservations/${id}`) },
    })
  const add = useMutation({
    mutationFn: (json: object) =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- both routes return the reservation
      apiFetchAny(path, { method: 'POST', json, key }) as Promise<{ item: { id: string } }>,
    onSuccess({ item }) {
      onAdded(item.id)
      if (hasToast)
        showToast({
          tone: 'good',
          title: 'Reservation added successfully!',
          staysMs: UNDO_MS,
          action: { label: 'Undo', onPress: () => undo(item.id) },
        })
      if (!staysHere) void navigate(`/admin/reservations/${item.id}`)
    },
    onError(error) {
      // Shown beside the submit button: a toast would cover it on a phone.
      setErrors(fieldErrors(error))
      // The first answer was lost, and the form was changed since: the reservation stands as it was sent first.
      if (error instanceof ApiError && error.isSavedBefore) showAddedBefore(error.body.current.id)
    },
    onSettled: refetchAll,
  })
  const offSale = add.error instanceof ApiError && add.error.body.error === 'off_sale' ? add.error.body : null
  const agreement = agreementOf(add.error)
  return {
    /** Question about a blocked guest, which staff must answer before the reservation is saved. */
    agreement,
    agree: (also: object): void => add.mutate({ ...add.variables, ...also }),
    /** Question about a table that would go off sale, which staff must confirm before the reservation is saved. */
    offSale: offSale && offSale.text,
    agreeToOffSale: (): void => {
      if (offSale) add.mutate({ ...add.variables, offSale: offSale.current })
    },
    dismiss: (): void => add.reset(),
    errors,
    isBusy: add.isPending,
    refusal: add.error && !offSale && !agreement ? failureText(add.error) : null,
    submit(typed: object): void {
      const found = typedErrors(shape, { ...typed, key })
      setErrors(found)
      if (Object.keys(found).length === 0) add.mutate({ ...typed, key })
    },
  }
}
