import { FIRST_SCREEN_END } from '#page-cache/page-stylesheet.ts'

/**
 * Ends what a phone shows first. The head of a cached page has the styles of the part above, for which the first paint waits,
 * and this element gives way to all of its styles.
 */
export const FirstScreenEnd = () => <template {...{ [FIRST_SCREEN_END]: '' }} />
