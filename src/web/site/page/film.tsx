import { useEffect, useRef, useState } from 'react'
import { Icon } from '#ui/icon.tsx'

type Props = {
  /** The name of the film's files in `public/films`. */
  readonly name: string
  /** Ends the button's label: `Pause the {label}`. */
  readonly label: string
  readonly className?: string
  readonly buttonClassName: string
}

/**
 * A muted video component that loads over its poster once the page is idle, and plays only while it is on the screen. Guests who
 * prefer reduced motion or save data keep the poster.
 */
export const Film = (props: Props) => (useCanPlay() ? <RunningFilm {...props} /> : null)

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

/** Turns true once the page has loaded and is idle, unless the guest prefers reduced motion or saves data. */
function useCanPlay(): boolean {
  const [isIdle, setIdle] = useState(false)
  const [isMotionReduced, setMotionReduced] = useState(false)

  useEffect(() => {
    const motion = matchMedia('(prefers-reduced-motion: reduce)')
    const read = (): void => setMotionReduced(motion.matches)
    read()
    motion.addEventListener('change', read)
    return () => motion.removeEventListener('change', read)
  }, [])

  useEffect(() => {
    if (savesData()) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const startWhenIdle = (): void => {
      // Safari has no requestIdleCallback; a second after the load event the page is usually idle.
      if ('requestIdleCallback' in window) requestIdleCallback(() => setIdle(true), { timeout: 4000 })
      else timer = setTimeout(() => setIdle(true), 1000)
    }
    if (document.readyState === 'complete') startWhenIdle()
    else window.addEventListener('load', startWhenIdle, { once: true })
    return () => {
      clearTimeout(timer)
      window.removeEventListener('load', startWhenIdle)
    }
  }, [])

  return isIdle && !isMotionReduced
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
