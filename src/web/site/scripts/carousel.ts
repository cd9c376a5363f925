const INTERVAL_MS = 5000

/**
 * Buttons and automatic advance of the featured events. The browser's scroll position is the only state of the current
 * slide, so that swiping works without this script.
 */
export function startCarousels(): void {
  for (const carousel of document.querySelectorAll<HTMLElement>('[aria-roledescription=carousel]'))
    startCarousel(carousel)
}

function startCarousel(carousel: HTMLElement): void {
  const track = carousel.querySelector<HTMLElement>('[data-track]')
  const controls = carousel.querySelector<HTMLElement>('[data-controls]')
  if (!track || !controls) return
  const count = track.children.length
  const motion = matchMedia('(prefers-reduced-motion: reduce)')
  const pauses = { button: false, pointer: false, focus: false }
  const position = (): number => Math.round(track.scrollLeft / Math.max(1, track.clientWidth))
  const show = (slide: number): void =>
    track.scrollTo({
      left: ((slide + count) % count) * track.clientWidth,
      behavior: motion.matches ? 'instant' : 'smooth',
    })
  const isMoving = (): boolean => !Object.values(pauses).some(Boolean)
  const update = (): void => updateControls(controls, { position: position(), count, isMoving: isMoving() })

  let timer = 0
  const restart = (): void => {
    clearInterval(timer)
    update()
    if (!isMoving()) return
    timer = window.setInterval(() => {
      if (!document.hidden && !motion.matches) show(position() + 1)
    }, INTERVAL_MS)
  }
  const pause = (reason: keyof typeof pauses, isPaused: boolean): void => {
    pauses[reason] = isPaused
    restart()
  }

  track.addEventListener('scroll', restart, { passive: true })
  // Touch never sends pointerleave reliably, so only a mouse counts as hovering.
  carousel.addEventListener('pointerenter', ({ pointerType }) => pause('pointer', pointerType === 'mouse'))
  carousel.addEventListener('pointerleave', () => pause('pointer', false))
  // Focus on the pause button must not pause the slides again right after they were started.
  carousel.addEventListener('focusin', ({ target }) => pause('focus', !isPauseButton(target)))
  carousel.addEventListener('focusout', () => pause('focus', false))
  controls.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null
    const { step, slide } = button?.dataset ?? {}
    if (step) show(position() + Number(step))
    else if (slide) show(Number(slide))
    else if (button && isPauseButton(button)) {
      pause('button', !pauses.button)
      button.setAttribute('aria-label', pauses.button ? 'Play the slides' : 'Pause the slides')
      button.toggleAttribute('data-paused', pauses.button)
    }
  })
  restart()
}

const isPauseButton = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-pause]') !== null

type Shown = { readonly position: number; readonly count: number; readonly isMoving: boolean }

function updateControls(controls: HTMLElement, { position, count, isMoving }: Shown): void {
  for (const dot of controls.querySelectorAll<HTMLElement>('[data-slide]'))
    dot.setAttribute('aria-current', String(Number(dot.dataset['slide']) === position))
  const status = controls.querySelector('[aria-live]')
  status?.setAttribute('aria-live', isMoving ? 'off' : 'polite')
  const text = `${position + 1} of ${count}`
  if (status && status.textContent !== text) status.textContent = text
}
