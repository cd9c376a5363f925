import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { TextReply } from '#features/reminders/replies/schema.ts'
import { telHref } from '#lib/phone.ts'
import { shownMoment } from '#ui/admin/shown-time.ts'
import { Button } from '#ui/button.tsx'
import { apiFetch, toastFailure } from '#web/admin/data/api-client.ts'

const NAME =
  'inline-flex min-h-11 items-center font-semibold text-brass underline hover:text-cream lg:min-h-8'

/** Replies of guests that no rule could answer: staff call back, then mark them as read. */
export function TextReplies({ replies }: { readonly replies: readonly TextReply[] }) {
  const queries = useQueryClient()
  const read = useMutation({
    mutationFn: (id: string) => apiFetch(`/admin/api/replies/${id}/read`, { method: 'POST' }),
    onError: (error) => toastFailure('Error marking the reply as read', error),
    onSettled: () => queries.invalidateQueries({ queryKey: ['overview'] }),
  })
  return (
    <section aria-label="Replies by text" className="mt-3 border-t border-bark pt-3">
      <h4 className="text-sm font-semibold text-sand">Replies by text</h4>
      <ul className="divide-y divide-bark">
        {replies.map(({ id, guestName, phone, body, reservationId, receivedAt }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-1">
            <div className="min-w-0 flex-1 basis-64">
              <p className="flex flex-wrap items-center gap-x-3">
                {reservationId === null ? (
                  <span className="font-semibold">{guestName ?? 'Unknown number'}</span>
                ) : (
                  <Link to={`/admin/reservations/${reservationId}`} className={NAME}>
                    {guestName ?? phone}
                  </Link>
                )}
                <a href={telHref(phone)} className="inline-flex min-h-11 items-center text-sand lg:min-h-8">
                  {phone}
                </a>
                <time dateTime={receivedAt} className="text-sm text-dune">
                  {shownMoment(receivedAt)}
                </time>
              </p>
              <p className="wrap-anywhere whitespace-pre-line">{body}</p>
            </div>
            <Button
              look="outline"
              className="min-h-11 px-4"
              disabled={read.isPending && read.variables === id}
              aria-label={`Mark the reply of ${guestName ?? phone} as read`}
              onClick={() => read.mutate(id)}
            >
              Mark as read
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
