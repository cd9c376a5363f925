import { whenIdle } from './when-idle.ts'
import { whenNear } from './when-near.ts'

/** Distance from the screen at which a film is added. */
const NEAR = '50%'
/** A laptop starts the script of a page in 3 ms, a phone that is four times slower in 12 to 25. */
const SLOW_START_MS = 10
/** The time in which most guests begin to scroll or tap. */
const FIRST_SECONDS_MS = 5000

/**
 * Adds each film over its poster once the page is idle and the guest comes near, and plays it while it is scrolled into view: even
 * a film that stands still costs a slow phone a tenth of a second, so that there its first seconds belong to the guest.
 * Guests who prefer reduced motion or save data keep the poster.
 */
export function playFilms({ startedInMs }: { readonly startedInMs: number }): void {
  const templates = document.querySelectorAll<HTMLTemplateElement>('template[data-film]')
  if (templates.length === 0) return
  const watch = (): void => {
    if (savesData()) return
    const motion = matchMedia('(prefers-reduced-motion: reduce)')
    for (const template of templates)
      if (template.parentElement)
        whenNear([template.parentElement], NEAR, () => followMotion(template, motion))
  }
  whenIdle(() => (startedInMs < SLOW_START_MS ? watch() : setTimeout(watch, FIRST_SECONDS_MS)))
}

/** Shows the film while motion is allowed; the setting may change while the page is open. */
function followMotion(template: HTMLTemplateElement, motion: MediaQueryList): void {
  let remove: (() => void) | null = null
  const update = (): void => {
    if (!motion.matches) remove ??= addFilm(template)
    else {
      remove?.()
      remove = null
    }
  }
  motion.addEventListener('change', update)
  update()
}

function addFilm(template: HTMLTemplateElement): () => void {
  const parts = [...template.content.cloneNode(true).childNodes].filter((it) => it instanceof HTMLElement)
  template.after(...parts)
  const film = parts.find((it) => it instanceof HTMLVideoElement)
  const button = parts.find((it) => it instanceof HTMLButtonElement)
  const stop = film && button ? runFilm(film, button) : () => undefined
  return () => {
    stop()
    for (const part of parts) part.remove()
  }
}

function runFilm(film: HTMLVideoElement, button: HTMLButtonElement): () => void {
  let isPaused = false
  const setPaused = (paused: boolean): void => {
    isPaused = paused
    button.setAttribute('aria-label', button.dataset[paused ? 'play' : 'pause'] ?? '')
    button.toggleAttribute('data-paused', paused)
    if (paused) film.pause()
    else play()
  }
  const play = (): void => {
    film.play().catch((error: unknown) => {
      if (error instanceof DOMException && error.name === 'NotAllowedError') setPaused(true)
    })
  }
  const watcher = new IntersectionObserver(([entry]) => {
    if (!entry?.isIntersecting) film.pause()
    else if (!isPaused) play()
  })
  button.addEventListener('click', () => setPaused(!isPaused))
  watcher.observe(film)
  return () => {
    watcher.disconnect()
    film.pause()
  }
}

function savesData(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection')
  return typeof connection === 'object' && connection !== null && Reflect.get(connection, 'saveData') === true
}
