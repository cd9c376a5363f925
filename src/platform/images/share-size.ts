/** Size of the picture of a shared page, in the proportions that other sites show. */
export const SHARE_SIZE = { width: 1200, height: 630 } as const
