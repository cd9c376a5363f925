import { closedText } from '#features/close-out/closing/rules.ts'
import { lockedText } from '#features/close-out/lock/rules.ts'
import type { Closing, NightLock } from '#features/close-out/schema.ts'
import { readingText } from '#features/payments/provider-account/rules.ts'
import type { AccountFigures } from '#features/payments/provider-account/schema.ts'

/** Texts with a moment in them, read by the clock of the device. */
export const shownClosing = (closing: Closing): string => closedText(closing, new Date())
export const shownLock = (lock: NightLock): string => lockedText(lock, new Date())
export const shownReading = (account: AccountFigures): string => readingText(account, new Date())
