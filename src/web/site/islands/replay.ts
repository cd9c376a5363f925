/* Repeats what a guest did in an island before it was alive. */

/** Inputs that work without a script. `replayEntries` repeats in the island what was entered before it woke. */
const NATIVE = 'label, input:not([type=submit]), select, textarea, summary'

/** Repeats a click once the island is alive. A link opened in a new tab is left to the browser. */
export function replayClick(event: MouseEvent, awake: Promise<void>): void {
  const { target } = event
  if (event.metaKey || event.ctrlKey || event.shiftKey || !(target instanceof Element)) return
  if (target.closest(NATIVE)) return
  event.preventDefault()
  event.stopPropagation()
  void awake.then(() => target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true })))
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
type Entry = string | boolean
export type Entries = ReadonlyMap<Control, Entry>

/** Controls of an island whose value is not the rendered one: a guest, or the browser after a reload, has entered another. */
export function readEntries(island: Element): Entries {
  const controls = island.querySelectorAll<Control>('input:not([type=hidden]), select, textarea')
  return new Map(
    [...controls].flatMap((control) => {
      const [now, rendered] = entriesOf(control)
      return now === rendered ? [] : [[control, now] as const]
    }),
  )
}

function entriesOf(control: Control): readonly [now: Entry, rendered: Entry] {
  if (control instanceof HTMLSelectElement) {
    const rendered = [...control.options].find((it) => it.defaultSelected) ?? control.options[0]
    return [control.value, rendered?.value ?? '']
  }
  return isTicked(control) ? [control.checked, control.defaultChecked] : [control.value, control.defaultValue]
}

const isTicked = (control: Control): control is HTMLInputElement =>
  control.type === 'radio' || control.type === 'checkbox'

/** Enters the values again, so that React learns of them: it has rendered the island without them. */
export function replayEntries(entries: Entries): void {
  for (const [control, entry] of entries) {
    if (typeof entry === 'string') {
      if (control.value !== entry) control.value = entry
      const type = control instanceof HTMLSelectElement ? 'change' : 'input'
      control.dispatchEvent(new Event(type, { bubbles: true }))
    } else if (isTicked(control) && (entry || control.type === 'checkbox')) {
      // A click counts only if it changes the control.
      control.checked = !entry
      control.click()
    }
  }
}
