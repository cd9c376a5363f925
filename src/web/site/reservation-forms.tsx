import { DINING_FIELDS } from '#features/dining/schema.ts'
import { DinnerForm } from '#features/dining/ui/dinner-form.tsx'
import { SHORT_INQUIRY_FIELDS } from '#features/inquiries/schema.ts'
import { ShortInquiryForm } from '#features/inquiries/ui/short-inquiry-form.tsx'
import { TABLE_REQUEST_FIELDS } from '#features/table-requests/schema.ts'
import { TableRequestForm } from '#features/table-requests/ui/table-request-form.tsx'
import { answerTo } from '#ui/forms/use-sending.ts'
import type { Route } from './+types/reservations.ts'

type Props = {
  readonly asked: Route.ComponentProps['loaderData']
  readonly answer: Route.ComponentProps['actionData']
}

/** The form of the service that is asked for. */
export default function ReservationForm({ asked, answer }: Props) {
  if (asked.dining) return <DinnerForm {...asked.dining} answer={answerTo(DINING_FIELDS, answer)} />
  if (asked.nightlife)
    return (
      <TableRequestForm
        {...asked.nightlife}
        action="/reservations?service=nightlife"
        answer={answerTo(TABLE_REQUEST_FIELDS, answer)}
      />
    )
  if (asked.private)
    return (
      <ShortInquiryForm
        {...asked.private}
        action="/reservations?service=private"
        answer={answerTo(SHORT_INQUIRY_FIELDS, answer)}
      />
    )
  return null
}
