import { INTENT_FIELD } from '#lib/forms/hidden-fields.ts'
import { countText } from '#lib/text/count.ts'
import { Button } from '#ui/button.tsx'
import { INPUT } from '#ui/forms/form-field.tsx'
import type { RefusedShare, SharesShown } from './share-data.ts'

export const SHARE_INTENT = 'share'

type Props = {
  readonly shares: SharesShown
  /** Page of the host. */
  readonly link: string
  readonly refused: RefusedShare | null
}

/** Codes of their own for the friends of a party: each is made, sent on, and taken back by the host. */
export const ShareEntry = ({ shares, link, refused }: Props) => (
  <section
    aria-labelledby="friends"
    className="no-print mt-8 rounded-card border border-bark bg-ember p-5 sm:p-7"
  >
    <h2 id="friends" tabIndex={-1} className="scroll-mt-28 text-heading outline-none">
      Your friends come on their own?
    </h2>
    <p className="mt-2 max-w-prose text-sand">
      Make a link for each of them. It shows a code of their own for the entrance, so nobody has to wait for
      you. They see neither your email nor your phone number.
    </p>
    {shares.isWaiting ? (
      <p className="mt-3 max-w-prose font-semibold">
        We have not confirmed your table yet. Your friends can keep their links: each says so, and shows its
        code once we have.
      </p>
    ) : null}
    {refused ? (
      <p id="friend-problem" role="alert" tabIndex={-1} autoFocus className="mt-4 font-semibold text-rose">
        {refused.problem}
      </p>
    ) : null}
    {shares.friends.length === 0 ? null : (
      <ul className="mt-5 flex flex-col divide-y divide-bark">
        {shares.friends.map((friend) => (
          <Friend key={friend.id} friend={friend} link={link} isWaiting={shares.isWaiting} />
        ))}
      </ul>
    )}
    {shares.left === 0 ? (
      <p className="mt-5 text-sand">Everybody in your party has a code now.</p>
    ) : (
      <form method="post" action={link} data-once className="mt-5 flex flex-wrap items-end gap-3">
        <input type="hidden" name={INTENT_FIELD} value={SHARE_INTENT} />
        <input type="hidden" name="seen" value={shares.ever} />
        <label className="flex min-w-0 flex-1 basis-64 flex-col gap-1.5 font-semibold text-cream">
          Friend’s name
          <input
            name="name"
            defaultValue={refused?.typed ?? ''}
            required
            autoComplete="off"
            autoCapitalize="words"
            spellCheck={false}
            aria-invalid={refused ? true : undefined}
            aria-describedby={refused ? 'friend-problem' : 'friends-left'}
            className={INPUT}
          />
        </label>
        <Button type="submit" look="outline" className="min-h-12">
          Make a link
        </Button>
        <p id="friends-left" className="w-full text-sm text-sand">
          {countText(shares.left, 'friend')} can still get one.
        </p>
      </form>
    )}
  </section>
)

type FriendProps = {
  readonly friend: SharesShown['friends'][number]
  readonly link: string
  readonly isWaiting: boolean
}

const Friend = ({ friend, link, isWaiting }: FriendProps) => (
  <li className="flex flex-col gap-3 py-4">
    <p className="flex flex-wrap items-baseline justify-between gap-x-4">
      <span className="font-semibold wrap-anywhere">{friend.name}</span>
      <span className="text-sm text-sand">
        {friend.hasArrived ? (
          'Has come in'
        ) : isWaiting ? (
          'Not valid yet'
        ) : (
          <span className="font-mono tracking-widest">{friend.code}</span>
        )}
      </span>
    </p>
    {friend.hasArrived ? null : (
      <div className="flex flex-wrap items-center gap-2">
        <input
          readOnly
          value={friend.link}
          aria-label={`Link for ${friend.name}`}
          className={`${INPUT} min-w-0 flex-1 basis-56 text-sm`}
        />
        <Button
          look="outline"
          data-share={friend.link}
          aria-label={`Share the link for ${friend.name}`}
          className="noscript:hidden"
        >
          Share
        </Button>
        <form method="post" action={link} data-once>
          <input type="hidden" name={INTENT_FIELD} value={SHARE_INTENT} />
          <Button
            type="submit"
            look="quiet"
            name="share"
            value={friend.id}
            aria-label={`Take back the code of ${friend.name}`}
          >
            Take back
          </Button>
        </form>
      </div>
    )}
  </li>
)
