import { useEffect, useRef, useState } from 'react'
import { Icon } from '#ui/icon.tsx'

type Props = {
  /** The name of the film's files in `public/films`. */
  readonly name: string
  /** What its button pauses: `Pause the {label}`. */
  readonly label: string
  readonly className?: string
  readonly buttonClassName: string
}

/**
 * A silent film that comes up over its poster once the page has nothing better to do, and runs while it can be seen.
 * Guests who asked for less motion or less data keep the poster.
 */
export const Film = (props: Props) => (useFilmWelcome() ? <RunningFilm {...props} /> : null)

function RunningFilm({ name, label, className = '', buttonClassName }: Props) {
  const ref = useRef<HTMLVideoElement>(null)
  const [hasStarted, setStarted] = useState(false)
  const [isPaused, setPaused] = useState(false)

  useEffect(() => {
    const film = ref.current
    if (!film || isPaused) return
    const watcher = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) film.pause()
      else
        film.play().catch((error: unknown) => {
          if (error instanceof DOMException && error.name === 'NotAllowedError') setPaused(true)
        })
    })
    watcher.observe(film)
    return () => {
      watcher.disconnect()
      film.pause()
    }
  }, [isPaused])

  return (
    <>
      <video
        ref={ref}
        muted
        loop
        playsInline
        disablePictureInPicture
        preload="none"
        aria-hidden="true"
        tabIndex={-1}
        onPlaying={() => setStarted(true)}
        className={`transition-opacity duration-1000 ${hasStarted ? '' : 'opacity-0'} ${className}`}
      >
        <source src={`/films/${name}-av1.mp4`} type='video/mp4; codecs="av01.0.05M.08"' />
        <source src={`/films/${name}.mp4`} type="video/mp4" />
      </video>
      <button
        type="button"
        aria-label={`${isPaused ? 'Play' : 'Pause'} the ${label}`}
        onClick={() => setPaused(!isPaused)}
        className={`inline-flex size-11 items-center justify-center rounded-full border border-cream/30 bg-night/70 text-cream hover:border-brass hover:text-brass ${buttonClassName}`}
      >
        <Icon name={isPaused ? 'play' : 'pause'} />
      </button>
    </>
  )
}

/** Turns true when the page has loaded and is idle, unless the guest asked for less motion or less data. */
function useFilmWelcome(): boolean {
  const [isQuiet, setQuiet] = useState(false)
  const [isStill, setStill] = useState(false)

  useEffect(() => {
    const motion = matchMedia('(prefers-reduced-motion: reduce)')
    const read = (): void => setStill(motion.matches)
    read()
    motion.addEventListener('change', read)
    return () => motion.removeEventListener('change', read)
  }, [])

  useEffect(() => {
    if (savesData()) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const settle = (): void => {
      // Safari has no idle callback; a second after the load it is idle as a rule.
      if ('requestIdleCallback' in window) requestIdleCallback(() => setQuiet(true), { timeout: 4000 })
      else timer = setTimeout(() => setQuiet(true), 1000)
    }
    if (document.readyState === 'complete') settle()
    else window.addEventListener('load', settle, { once: true })
    return () => {
      clearTimeout(timer)
      window.removeEventListener('load', settle)
    }
  }, [])

  return isQuiet && !isStill
}

function savesData(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection')
  return (
    typeof connection === 'object' &&
    connection !== null &&
    'saveData' in connection &&
    connection.saveData === true
  )
}
