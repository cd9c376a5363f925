import type { ReservationFullDetails } from '#features/reservation-management/list/schema.ts'
import { missingContent } from '#features/reservations/package-contents/rules.ts'
import { Panel } from '#ui/admin/panel.tsx'
import { PATH } from '../use-reservation-list.ts'

/** Content that the guest provided for the packages of the reservation: name, message and image. */
export function PackagesPanel({ item }: { item: ReservationFullDetails }) {
  const contents = item.packages.filter(({ need }) => need !== 'none')
  if (contents.length === 0) return null
  return (
    <Panel>
      <h2 className="text-lg">Packages</h2>
      {contents.map((content) => {
        const missing = missingContent(content)
        const picture = `${PATH}/${item.id}/packages/${content.key}/picture`
        return (
          <section key={content.key} aria-label={content.label} className="mt-3 border-t border-bark pt-3">
            <h3 className="font-sans font-semibold text-brass">{content.label}</h3>
            {missing ? <p className="text-rose">Still missing: {missing}</p> : null}
            {content.name ? <p className="wrap-anywhere">Name: {content.name}</p> : null}
            {content.message ? (
              <p className="wrap-anywhere whitespace-pre-line">Message: {content.message}</p>
            ) : null}
            {content.hasPicture ? (
              <a href={picture} target="_blank" rel="noreferrer" className="mt-2 inline-block">
                <img
                  src={picture}
                  alt={`Picture for the ${content.label}`}
                  className="max-h-48 max-w-full rounded-xl border border-bark object-contain"
                />
              </a>
            ) : null}
          </section>
        )
      })}
    </Panel>
  )
}
