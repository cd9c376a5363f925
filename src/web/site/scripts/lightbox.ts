import { openDialog } from './dialogs.ts'

/** Opens the pictures of the gallery in a dialog: a row that the browser scrolls and snaps, with buttons and thumbnails. */
export function openLightbox(): void {
  const template = document.querySelector<HTMLTemplateElement>('template#lightbox')
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[data-photo]')]
  if (!template) return
  for (const [index, link] of links.entries())
    link.addEventListener('click', (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return
      event.preventDefault()
      showPhotos(template, links, index)
    })
}

function showPhotos(template: HTMLTemplateElement, links: readonly HTMLAnchorElement[], start: number): void {
  const dialog = template.content.firstElementChild?.cloneNode(true)
  if (!(dialog instanceof HTMLDialogElement)) return
  const stage = part(dialog, 'stage')
  stage.append(...links.map(slideOf))
  part(dialog, 'thumbnails').append(...links.map(thumbnailOf))
  document.body.append(dialog)
  const closing = new AbortController()
  dialog.addEventListener('close', () => {
    closing.abort()
    dialog.remove()
    links[shown]?.focus({ preventScroll: true })
  })

  const { length } = links
  let shown = -1
  const update = (index: number): void => {
    if (index === shown) return
    shown = index
    describe(dialog, links, index)
  }
  const show = (index: number, behavior: ScrollBehavior = 'auto'): void => {
    const at = (index + length) % length
    stage.scrollTo({ left: at * stage.clientWidth, behavior })
    update(at)
  }
  dialog.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    show(shown + (event.key === 'ArrowLeft' ? -1 : 1))
  })
  dialog.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null
    const { step, photo } = button?.dataset ?? {}
    if (step) show(shown + Number(step))
    else if (photo) show(Number(photo))
    else if (button?.hasAttribute('data-close')) dialog.close()
  })
  openDialog(dialog)
  show(start, 'instant')
  onScrollEnd(stage, () => update(Math.round(stage.scrollLeft / Math.max(1, stage.clientWidth))))
  addEventListener('resize', () => show(shown, 'instant'), { signal: closing.signal })
}

const SCROLLED_MS = 120

/** Calls back after each scroll. Safari has the event since version 26.2 only. */
function onScrollEnd(element: HTMLElement, act: () => void): void {
  if ('onscrollend' in window) {
    element.addEventListener('scrollend', act)
    return
  }
  let timer = 0
  element.addEventListener('scroll', () => {
    clearTimeout(timer)
    timer = window.setTimeout(act, SCROLLED_MS)
  })
}

function part(dialog: HTMLElement, name: string): HTMLElement {
  const found = dialog.querySelector<HTMLElement>(`[data-part=${name}]`)
  if (!found) throw new Error(`the lightbox has no ${name}`)
  return found
}

/** The picture of the grid in full width; it loads when it comes near. */
function slideOf(link: HTMLAnchorElement): HTMLElement {
  const slide = document.createElement('div')
  slide.className =
    'flex size-full shrink-0 snap-center snap-always items-center justify-center px-2 sm:px-20'
  slide.append(pictureOf(link, '100vw', 'size-full object-contain'))
  return slide
}

function thumbnailOf(link: HTMLAnchorElement, index: number): HTMLElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.dataset['photo'] = String(index)
  button.setAttribute('aria-label', link.dataset['title'] ?? '')
  button.className =
    'block size-14 shrink-0 overflow-hidden rounded-lg border-2 border-transparent opacity-60 transition-opacity hover:opacity-100 aria-[current=true]:border-brass aria-[current=true]:opacity-100'
  const picture = pictureOf(link, '56px', 'size-full object-cover')
  picture.querySelector('img')?.setAttribute('alt', '')
  button.append(picture)
  const item = document.createElement('li')
  item.append(button)
  return item
}

function pictureOf(link: HTMLAnchorElement, sizes: string, className: string): HTMLElement {
  const picture = link.querySelector('picture')?.cloneNode(true)
  if (!(picture instanceof HTMLElement)) throw new Error('a photo of the gallery has no picture')
  for (const source of picture.querySelectorAll('source, img')) source.setAttribute('sizes', sizes)
  const image = picture.querySelector('img')
  if (image) {
    image.className = className
    image.loading = 'lazy'
    image.removeAttribute('fetchpriority')
  }
  return picture
}

/** Writes counter, caption and badges of a photo. */
function describe(dialog: HTMLElement, links: readonly HTMLAnchorElement[], index: number): void {
  const { title = '', description = '', category = '', type = '' } = links[index]?.dataset ?? {}
  const alt = links[index]?.querySelector('img')?.alt ?? ''
  const texts = { title, description, alt, category, type, count: `${index + 1} of ${links.length} images` }
  for (const [name, text] of Object.entries(texts)) part(dialog, name).textContent = text
  for (const thumbnail of dialog.querySelectorAll<HTMLElement>('[data-photo]')) {
    const isCurrent = Number(thumbnail.dataset['photo']) === index
    thumbnail.toggleAttribute('aria-current', isCurrent)
    if (!isCurrent) continue
    thumbnail.setAttribute('aria-current', 'true')
    thumbnail.scrollIntoView({ inline: 'center', block: 'nearest' })
  }
}
