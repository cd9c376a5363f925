import type { IconName } from '#ui/icon.tsx'

type NavigationLink = { readonly to: string; readonly label: string }

/** Links of the desktop header, in order. Reservations opens its chooser. */
export const HEADER_LINKS: readonly NavigationLink[] = [
  { to: '/', label: 'Home' },
  { to: '/menu', label: 'Menu' },
  { to: '/reservations?showModal=true', label: 'Reservations' },
  { to: '/gallery', label: 'Gallery' },
  { to: '/events', label: 'Events' },
]

export const DRAWER_LINKS: readonly NavigationLink[] = [
  { to: '/', label: 'Home' },
  { to: '/menu', label: 'Menu' },
  { to: '/reservations', label: 'Reservations' },
  { to: '/gallery', label: 'Gallery' },
  { to: '/events', label: 'Events' },
]

export const BOTTOM_LINKS: readonly (NavigationLink & { readonly icon: IconName })[] = [
  { to: '/', label: 'Home', icon: 'home' },
  { to: '/menu', label: 'Menu', icon: 'menu' },
  { to: '/reservations', label: 'Reserve', icon: 'calendar' },
  { to: '/gallery', label: 'Gallery', icon: 'gallery' },
  { to: '/events', label: 'Events', icon: 'events' },
]

export const QUICK_LINKS: readonly NavigationLink[] = [
  { to: '/', label: 'Home' },
  { to: '/menu', label: 'Menu' },
  { to: '/events', label: 'Events' },
  { to: '/gallery', label: 'Gallery' },
  { to: '/reservations', label: 'Reservations' },
  { to: '/find-my-booking', label: 'Find my booking' },
]

export const LEGAL_LINKS: readonly NavigationLink[] = [
  { to: '/privacy-policy', label: 'Privacy Policy' },
  { to: '/terms-of-service', label: 'Terms of Service' },
  { to: '/cookie-policy', label: 'Cookie Policy' },
]
