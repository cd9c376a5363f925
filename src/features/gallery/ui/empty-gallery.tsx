import { GalleryGrid } from './gallery-grid.tsx'

const [LANDSCAPE, PORTRAIT] = [4 / 3, 4 / 5]
const PLACES = [LANDSCAPE, LANDSCAPE, PORTRAIT, LANDSCAPE, LANDSCAPE, LANDSCAPE, PORTRAIT].map(
  (ratio, index) => ({
    key: String(index),
    ratio,
  }),
)

/** Loading skeleton of the gallery. */
export const EmptyGallery = () => (
  <div aria-hidden="true">
    <GalleryGrid places={PLACES}>
      {(_place, index) => (
        <div
          className={`skeleton mb-11 rounded-xl md:rounded-card ${PLACES[index]?.ratio === LANDSCAPE ? 'aspect-[4/3]' : 'aspect-[4/5]'}`}
        />
      )}
    </GalleryGrid>
  </div>
)
