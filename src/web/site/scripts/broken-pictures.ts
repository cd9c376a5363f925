/** The placeholder of a picture, as `Picture` draws it. */
const PLACEHOLDER = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 120"><path fill="#241711" d="M0 0h160v120H0z"/><path fill="#3a2618" d="m80 28 8 10.800 13.300-2-2 13.200L110 58l-10.700 8 2 13.300-13.300-2L80 88l-8-10.700-13.300 2 2-13.300L50 58l10.700-8-2-13.200 13.300 2z"/><circle cx="80" cy="58" r="12" fill="#5c4332"/></svg>',
)}`

/** Replaces pictures that do not load by a placeholder of the same size. */
export function replaceBrokenPictures(): void {
  // `error` does not bubble, but it is captured.
  document.addEventListener('error', ({ target }) => replace(target), { capture: true })
  // Pictures that failed before this script ran.
  for (const image of document.images)
    if (image.complete && image.naturalWidth === 0 && image.currentSrc !== '') replace(image)
}

function replace(target: EventTarget | null): void {
  if (!(target instanceof HTMLImageElement) || target.src === PLACEHOLDER) return
  for (const source of target.parentElement?.querySelectorAll('source') ?? []) source.remove()
  target.removeAttribute('srcset')
  target.src = PLACEHOLDER
}
