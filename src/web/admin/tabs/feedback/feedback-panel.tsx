import type { VisitFeedback } from '#features/reservation-management/list/schema.ts'
import { shownMoment } from '#ui/admin/shown-time.ts'
import { Panel } from '#ui/admin/panel.tsx'
import { RatingMark } from './rating-mark.tsx'

/** The guest's word in the record of the reservation. */
export const FeedbackPanel = ({
  feedback: { rating, comment, givenAt },
}: {
  readonly feedback: VisitFeedback
}) => (
  <Panel>
    <h3 className="mb-1 text-lg">Feedback</h3>
    <p className="flex items-center gap-2 text-sand">
      <RatingMark rating={rating} />
      <time dateTime={givenAt}>{shownMoment(givenAt)}</time>
    </p>
    {comment === '' ? null : <p className="mt-2 wrap-anywhere whitespace-pre-line">{comment}</p>}
  </Panel>
)
