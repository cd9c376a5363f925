import { useRouteLoaderData } from 'react-router'
import { replyAddress } from '#features/requests/rules.ts'
import type { StaffRequest, RequestKind } from '#features/requests/schema.ts'
import { buttonClass } from '#ui/button.tsx'
import type { RootData } from '#web/root.tsx'

type Props = {
  readonly kind: RequestKind
  readonly item: StaffRequest
  readonly look?: 'outline' | 'quiet'
  readonly className?: string
}

/** `mailto:` link with address and subject. */
export function ReplyLink({ kind, item, look = 'quiet', className = '' }: Props) {
  const root = useRouteLoaderData<RootData>('root')
  if (item.isAnonymised) return null
  return (
    <a
      href={replyAddress(kind, item.email, root?.venue.name ?? '')}
      aria-label={`Reply to ${item.name} by email`}
      className={buttonClass(look, `px-3 text-sm ${className}`)}
    >
      Reply
    </a>
  )
}
