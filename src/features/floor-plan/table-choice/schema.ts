/** Id of the element that compares the tables of a night. */
export const COMPARISON = 'compare-tables'
