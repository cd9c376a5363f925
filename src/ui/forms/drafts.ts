import { readTyped, type Typed, typedWith } from '#lib/forms/check.ts'

const placeOf = (form: string): string => `form ${form}`

/** Reads the draft of a form from the session storage of the tab: it survives Back and a reload. */
export function readDraft<Field extends string>(form: string, fields: readonly Field[]): Typed<Field> {
  const known: { [Name in Field]?: string } = {}
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(placeOf(form)) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return typedWith(fields)
    const entries = new Map<string, unknown>(Object.entries(stored))
    for (const name of fields) {
      const value = entries.get(name)
      if (typeof value === 'string') known[name] = value
    }
  } catch {
    // An unreadable draft counts as none.
  }
  return typedWith(fields, known)
}

/** Stores what was typed. An empty form has no draft. */
export function saveDraft(form: string, typed: Typed): void {
  if (Object.values(typed).every((text) => text === '')) return dropDraft(form)
  try {
    sessionStorage.setItem(placeOf(form), JSON.stringify(typed))
  } catch {
    // Storage may be full or disabled. The input then lives until the page is left.
  }
}

export function dropDraft(form: string): void {
  try {
    sessionStorage.removeItem(placeOf(form))
  } catch {
    // Storage is disabled: there is no draft.
  }
}

/** Fills the empty fields with the known values, and returns the resulting values of the form. */
export function fillIn<Field extends string>(
  form: HTMLFormElement,
  fields: readonly Field[],
  known: Typed<Field>,
): Typed<Field> {
  const now = readTyped(new FormData(form), fields)
  const both: { [Name in Field]?: string } = {}
  for (const name of fields) {
    both[name] = now[name] || known[name]
    if (now[name] === '' && known[name] !== '') write(form, name, known[name])
  }
  return typedWith(fields, both)
}

function write(form: HTMLFormElement, name: string, value: string): void {
  for (const field of form.elements) {
    if (field instanceof HTMLInputElement && field.name === name) {
      if (field.type === 'radio') field.checked = field.value === value
      else field.value = value
    } else if (
      (field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement) &&
      field.name === name
    )
      field.value = value
  }
}
