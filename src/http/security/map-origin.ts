/** The one site whose pages may stand in a frame of ours: a map that a guest asked for. */
export const MAP_ORIGIN = 'https://www.openstreetmap.org'
