import { closedText } from '#features/close-out/closing/rules.ts'
import { lockedText } from '#features/close-out/lock/rules.ts'
import type { Closing, NightLock } from '#features/close-out/schema.ts'
import { readingText } from '#features/payments/provider-account/rules.ts'
import type { AccountFigures } from '#features/payments/provider-account/schema.ts'
import { serverNow } from '#web/admin/clock/server-clock.ts'

/** Texts with a moment in them, read by the clock of the server. */
export const shownClosing = (closing: Closing): string => closedText(closing, serverNow())
export const shownLock = (lock: NightLock): string => lockedText(lock, serverNow())
export const shownReading = (account: AccountFigures): string => readingText(account, serverNow())
