import { GalleryGrid } from './gallery-grid.tsx'

const [PLATE, GLASS] = [4 / 3, 4 / 5]
const PLACES = [PLATE, PLATE, GLASS, PLATE, PLATE, PLATE, GLASS].map((ratio, index) => ({
  key: String(index),
  ratio,
}))

/** Loading skeleton of the gallery. */
export const EmptyGallery = () => (
  <div aria-hidden="true">
    <GalleryGrid places={PLACES}>
      {(_place, index) => (
        <div
          className={`skeleton mb-11 rounded-xl md:rounded-card ${PLACES[index]?.ratio === PLATE ? 'aspect-[4/3]' : 'aspect-[4/5]'}`}
        />
      )}
    </GalleryGrid>
  </div>
)
