import type { HomeModal as HomeModalData } from '#features/home-modals/schema.ts'
import { HomeModal } from '#features/home-modals/ui/home-modal.tsx'
import type { PublicVenue } from '#features/venue/schema.ts'
import { CHOOSER, ReservationChooser } from '#features/venue/ui/reservation-chooser.tsx'

type Props = {
  readonly modals: readonly HomeModalData[]
  readonly venue: PublicVenue
  readonly stockImage: string
}

/** Dialogs of the home page, opened by scripts/home-modal.ts, and the chooser that a modal can lead to. */
export const HomeModals = ({ modals, venue, stockImage }: Props) =>
  modals.length === 0 ? null : (
    <>
      {modals.map((modal) => (
        <HomeModal key={modal.id} modal={modal} stockImage={stockImage} chooser={CHOOSER} />
      ))}
      <ReservationChooser venue={venue} />
    </>
  )
