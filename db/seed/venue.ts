import type { Insertable } from 'kysely'
import type { DB } from '#platform/db/db-types.ts'

type Rows<Table extends keyof DB> = Insertable<DB[Table]>[]

/** A fictional venue in a real town. */
export const venue: Omit<Insertable<DB['venue']>, 'policiesChangedOn'> = {
  name: 'Baobab & Olive',
  tagline: 'RESTAURANT & LOUNGE',
  description: 'African and Mediterranean fusion, fire-grilled and shared.',
  cuisine: 'African and Mediterranean fusion',
  story:
    'Two trees gave us our name: the baobab that shades the markets of West Africa, and the olive that lines the roads of the Mediterranean. Our kitchen cooks where their stories meet, a Mediterranean-American fusion with West African fire: suya over charcoal, saffron in the broth, berbere in the butter. At nine the plates make room for the bass, and the room stays warm until five.',
  phone: '+19725550142',
  email: 'hello@baobabandolive.example',
  eventsEmail: 'events@baobabandolive.example',
  streetAddress: '15201 Lantern Row',
  city: 'Addison',
  region: 'TX',
  postalCode: '75001',
  latitude: 32.9618,
  longitude: -96.8292,
  instagramUrl: 'https://www.instagram.com/baobabandolive',
  facebookUrl: 'https://www.facebook.com/baobabandolive',
  tiktokUrl: 'https://www.tiktok.com/@baobabandolive',
}

const OPEN_DAYS = [3, 4, 5, 6, 0] as const

export const hours: Rows<'venueHours'> = OPEN_DAYS.flatMap((weekday) => [
  { service: 'restaurant' as const, weekday, opens: '15:00', closes: '21:00' },
  { service: 'social' as const, weekday, opens: '21:00', closes: '05:00' },
])

export const packages: Rows<'packages'> = [
  {
    key: 'birthday_shoutout',
    name: 'Birthday Shoutout Package',
    description:
      'An MC shoutout, your picture and name on the big screen, sparklers and lights, and a custom name sign.',
    priceCents: 5000,
    needsContent: 'name',
    runSheetTime: '23:30',
    runSheetTitle: 'Shoutout and sparklers',
    position: 1,
  },
  {
    key: 'screen_display',
    name: 'Screen Display Package',
    description: 'Your message or picture on the big screen during the night.',
    priceCents: 5000,
    needsContent: 'message_or_picture',
    runSheetTime: '23:00',
    runSheetTitle: 'Screen display',
    position: 2,
  },
]
