/** Kinds of targets of a modal button. */
export const ACTION_KINDS = [
  { value: '', label: 'Default for this button' },
  { value: 'plan-event', label: 'Plan a private event' },
  { value: 'reservation', label: 'Choose a reservation' },
  { value: 'menu', label: 'The menu' },
  { value: 'events', label: 'The events' },
  { value: 'event', label: 'One event…' },
  { value: 'menu-item', label: 'One menu item…' },
  { value: 'page', label: 'A page of this site…' },
  { value: 'url', label: 'Another site…' },
] as const
export type ActionKind = (typeof ACTION_KINDS)[number]['value']

export const kindFrom = (text: string): ActionKind =>
  ACTION_KINDS.find((it) => it.value === text)?.value ?? ''

/** Parses a stored action into the kind and the target of the picker. */
export function readAction(action: string): { kind: ActionKind; target: string } {
  const [, thing, id] = /^(event|menu-item):(.+)$/.exec(action) ?? []
  if (thing && id) return { kind: kindFrom(thing), target: id }
  if (action.startsWith('/')) return { kind: 'page', target: action }
  const kind = kindFrom(action)
  // An incomplete or invalid URL stays in its field, which shows the error.
  return kind === '' && action !== '' ? { kind: 'url', target: action } : { kind, target: '' }
}

/** Formats the choice of the picker as a stored action. */
export function writeAction(kind: ActionKind, target: string): string {
  switch (kind) {
    case 'event':
    case 'menu-item':
      return target ? `${kind}:${target}` : ''
    case 'page':
    case 'url':
      return target
    case '':
    case 'plan-event':
    case 'reservation':
    case 'menu':
    case 'events':
      return kind
  }
}

export const SITE_PAGES = [
  { value: '/', label: 'Home' },
  { value: '/gallery', label: 'Gallery' },
  { value: '/reservations', label: 'Reservations' },
  { value: '/reservations?service=dining', label: 'Dining' },
  { value: '/plan-event', label: 'Private events' },
  { value: '/perform', label: 'Perform with us' },
] as const
