import type { BackupState } from './records.ts'

const TOO_OLD_MS = 48 * 3600_000

/** Reasons for a backup alert: the last attempt failed, or the last good backup is too old. */
export type BackupTrouble =
  | { readonly kind: 'failing'; readonly problem: string; readonly lastGoodAt: Date | null }
  | { readonly kind: 'old'; readonly lastGoodAt: Date }

/** Null if backups are fine or were never tried. */
export function backupTrouble(
  { lastGood, failure }: Pick<BackupState, 'lastGood' | 'failure'>,
  now: Date,
): BackupTrouble | null {
  const lastGoodAt = lastGood?.startedAt ?? null
  if (failure) return { kind: 'failing', problem: failure.problem, lastGoodAt }
  if (lastGoodAt && now.getTime() - lastGoodAt.getTime() > TOO_OLD_MS) return { kind: 'old', lastGoodAt }
  return null
}
