import { Icon } from '#ui/icon.tsx'

type Props = {
  /** The name of the film's files in `public/films`. */
  readonly name: string
  /** Ends the button's label: `Pause the {label}`. */
  readonly label: string
  readonly className: string
  readonly buttonClassName: string
}

// A phone gets a film of its own size.
const PHONE = '(max-width: 640px) and (orientation: portrait)'
const AV1 = 'video/mp4; codecs="av01.0.05M.08"'

/**
 * A muted film over its poster image, which is its first frame: the change is not seen and needs no fade. scripts/film.ts takes it
 * from its template once the page is idle.
 */
export const Film = ({ name, label, className, buttonClassName }: Props) => (
  <template data-film>
    <video
      muted
      loop
      playsInline
      disablePictureInPicture
      preload="none"
      aria-hidden="true"
      tabIndex={-1}
      className={className}
    >
      <source media={PHONE} src={`/films/${name}-phone-av1.mp4`} type={AV1} />
      <source media={PHONE} src={`/films/${name}-phone.mp4`} type="video/mp4" />
      <source src={`/films/${name}-av1.mp4`} type={AV1} />
      <source src={`/films/${name}.mp4`} type="video/mp4" />
    </video>
    <button
      type="button"
      aria-label={`Pause the ${label}`}
      data-pause={`Pause the ${label}`}
      data-play={`Play the ${label}`}
      className={`group inline-flex size-11 items-center justify-center rounded-full border border-cream/30 bg-night/70 text-cream hover:border-brass hover:text-brass ${buttonClassName}`}
    >
      <Icon name="pause" className="size-5 group-data-paused:hidden" />
      <Icon name="play" className="hidden size-5 group-data-paused:block" />
    </button>
  </template>
)
