import { useEffect, useRef } from 'react'
import type { ExpectedParty } from '#features/reservation-management/check-in/schema.ts'

type Known = Pick<ExpectedParty, 'id' | 'entryCode'>

/**
 * Checks the code of the open party anew once it leaves the list of tonight, moved or deleted by a colleague: its screen must not
 * close without a word under a thumb that is about to let it in.
 */
export function useMovedParty(
  openId: string | null,
  parties: readonly ExpectedParty[],
  onCode: (code: string) => void,
): void {
  const known = useRef<Known | null>(null)
  useEffect(() => {
    const listed = parties.find(({ id }) => id === openId)
    if (listed) known.current = listed
    else if (openId !== null && known.current?.id === openId) {
      const { entryCode } = known.current
      known.current = null
      onCode(entryCode)
    }
  }, [openId, parties, onCode])
}
