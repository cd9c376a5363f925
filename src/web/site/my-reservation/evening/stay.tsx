import { keptText } from '#features/holds/keep-table/rules.ts'
import type { KeepShown } from '../keep/keep-data.ts'
import type { RefusedKeep } from '../keep/keep-request.ts'
import { KeepTable } from '../keep/keep-table.tsx'
import type { EveningShown } from './evening-data.ts'
import { Evening } from './evening.tsx'

type Props = {
  readonly evening: EveningShown | null
  readonly keep: KeepShown | null
  /** Path of the dinner's page. */
  readonly link: string
  /** Refused attempt to keep the table for the night. */
  readonly refusedKeep: RefusedKeep | null
}

/** The night that the guests of a dinner stay for, or can stay for at their table. */
export function Stay({ evening, keep, link, refusedKeep }: Props) {
  const isShown = keep !== null && (keep.state !== 'kept' || evening === null)
  return (
    <>
      {evening ? <Evening evening={evening} note={keep?.state === 'kept' ? keptText(keep) : null} /> : null}
      {isShown ? <KeepTable keep={keep} link={link} refused={refusedKeep} /> : null}
      {refusedKeep && !isShown ? (
        <p role="alert" className="mt-8 font-semibold text-rose">
          {refusedKeep.problem}
        </p>
      ) : null}
    </>
  )
}
