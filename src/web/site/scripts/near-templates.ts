import { whenNear } from './when-near.ts'

/** Distance from the screen at which the content of a template is added: about the height of the screen. */
const NEAR = '100%'

/** Adds to the page, where a guest comes near, what costs a phone too much before: the content of a `data-when-near` template. */
export function addNearTemplates(): void {
  for (const template of document.querySelectorAll<HTMLTemplateElement>('template[data-when-near]'))
    if (template.parentElement)
      whenNear([template.parentElement], NEAR, () => template.replaceWith(template.content))
}
