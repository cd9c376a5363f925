import { Link } from 'react-router'
import { tellerText, toldText, UNTOLD_REASONS } from '#features/guest-lists/night-changes/rules.ts'
import type { ListTold, UntoldName } from '#features/guest-lists/night-changes/schema.ts'
import { telHref } from '#lib/phone.ts'
import { wallClock } from '#lib/venue-time.ts'
import { shownDay } from '#ui/admin/shown-time.ts'

/** The number of names that were told that their night changed, and the others with their phone numbers, to be called. */
export function ToldNotice({ told }: { readonly told: ListTold }) {
  return (
    <div className="no-print flex flex-col gap-1 rounded-lg border border-clay bg-ember px-4 py-3">
      <p className="font-semibold">{toldText(told, shownDay(wallClock(new Date(told.at)).date))}</p>
      {told.untold.length === 0 ? null : (
        <>
          <p className="text-sand">{tellerText(told)}</p>
          <ul aria-label="Names that were not told">
            {told.untold.map((name) => (
              <Untold key={name.id} name={name} />
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

const Untold = ({ name: { guestName, guestCount, guestPhone, why } }: { readonly name: UntoldName }) => (
  <li className="flex flex-wrap items-center gap-x-3 wrap-anywhere">
    <span>
      <bdi>{guestName}</bdi>
      {guestCount === 1 ? null : ` +${guestCount - 1}`}
    </span>
    {guestPhone === null ? null : (
      <a href={telHref(guestPhone)} className="inline-flex min-h-11 items-center text-brass underline">
        {guestPhone}
      </a>
    )}
    <span className="text-sm text-sand">{UNTOLD_REASONS[why]}</span>
  </li>
)

/** Lists of changed nights above all others: those with names that were not told, and those of deleted nights, which have no page. */
export function ToldNotices({ told }: { readonly told: readonly ListTold[] }) {
  const shown = told.filter((it) => it.untold.length > 0 || it.isDeleted)
  if (shown.length === 0) return null
  return (
    <section aria-labelledby="changed-nights" className="flex flex-col gap-3">
      <h3 id="changed-nights" className="text-xl">
        Nights that changed
      </h3>
      {shown.map((list) => (
        <div key={list.listId} className="flex flex-col gap-2">
          <p>
            {list.isDeleted ? (
              <strong>{list.listName}</strong>
            ) : (
              <Link
                to={`/admin/guest-lists/${list.listId}`}
                className="inline-flex min-h-11 items-center font-semibold text-brass underline"
              >
                {list.listName}
              </Link>
            )}
            <span className="text-sand">{` · ${list.eventTitle} · ${shownDay(list.date)}`}</span>
          </p>
          <ToldNotice told={list} />
        </div>
      ))}
    </section>
  )
}
