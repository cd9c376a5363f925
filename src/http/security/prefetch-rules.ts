/** Pages that differ by guest, and files. */
const NOT_PREFETCHED = [
  '/admin*',
  '/my-reservation/*',
  '/payment-*',
  '/stop-reminders/*',
  '/lists/*',
  '/list-entry/*',
  '/shared-entry/*',
  '/passes/*',
  '/find-my-booking*',
  '/waiting-list*',
  '/waiting/*',
  '/outbox*',
  '/media/*',
  '/share-pictures/*',
  '/*\\?*table=*',
]

/**
 * Speculation rules of a document: the browser fetches a page when its link is hovered or touched. Browsers that save data
 * or battery ignore them.
 */
export const PREFETCH_RULES = JSON.stringify({
  prefetch: [
    {
      where: { and: [{ href_matches: '/*' }, { not: { href_matches: NOT_PREFETCHED } }] },
      eagerness: 'moderate',
    },
  ],
})
