/** Stands in the place of an island that did not load or failed. */
export const ISLAND_FAILED = 'This part of the page did not load. Please reload the page.'
