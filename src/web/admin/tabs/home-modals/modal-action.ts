/** Where a button of a modal can lead, as the picker offers it. */
export const ACTION_KINDS = [
  { value: '', label: 'As agreed for this button' },
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

/** Which choice of the picker an action is, and what stands in the field beside it. */
export function readAction(action: string): { kind: ActionKind; target: string } {
  const [, thing, id] = /^(event|menu-item):(.+)$/.exec(action) ?? []
  if (thing && id) return { kind: kindFrom(thing), target: id }
  if (action.startsWith('/')) return { kind: 'page', target: action }
  const kind = kindFrom(action)
  // An address that is not finished or not allowed stays in its field, where the reason is shown.
  return kind === '' && action !== '' ? { kind: 'url', target: action } : { kind, target: '' }
}

/** The action a choice makes. */
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

/** The pages of this site that a button can lead to. */
export const SITE_PAGES = [
  { value: '/', label: 'Home' },
  { value: '/gallery', label: 'Gallery' },
  { value: '/reservations', label: 'Reservations' },
  { value: '/reservations?service=dining', label: 'Dining' },
  { value: '/plan-event', label: 'Private events' },
  { value: '/perform', label: 'Perform with us' },
] as const
