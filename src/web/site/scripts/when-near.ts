/** Calls `act` once, as soon as one of the elements is on the screen or within `margin` of it. */
export function whenNear(elements: readonly Element[], margin: string, act: () => void): void {
  const watcher = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      watcher.disconnect()
      act()
    },
    { rootMargin: margin },
  )
  for (const element of elements) watcher.observe(element)
}

/** Distance from the screen at which the content of a template is added: about its height. */
const NEAR_TEMPLATE = '100%'

/** Adds the content of `data-when-near` templates when they scroll near: a phone spends no time on it before. */
export function addNearTemplates(): void {
  for (const template of document.querySelectorAll<HTMLTemplateElement>('template[data-when-near]'))
    if (template.parentElement)
      whenNear([template.parentElement], NEAR_TEMPLATE, () => template.replaceWith(template.content))
}
