import { Button } from '#ui/button.tsx'
import { Spinner } from '#ui/spinner.tsx'
import type { useRelease } from './use-release.ts'

/** Releases a held table, so that its guest can choose another one. */
export const KeepLooking = ({ isReleasing, release }: ReturnType<typeof useRelease>) => (
  <Button look="quiet" aria-disabled={isReleasing} onClick={() => void release()} className="max-sm:w-full">
    {isReleasing ? <Spinner /> : null}
    Keep looking
  </Button>
)
