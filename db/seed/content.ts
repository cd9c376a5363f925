import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const dish = z.object({
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  price: z.string(),
  category: z.enum(['appetizer', 'main', 'dessert', 'beverage']),
  ingredients: z.array(z.string()),
  dietary: z.array(z.string()),
  image: z.string(),
})

const event = z.object({
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  category: z.enum(['Nightlife', 'Dining', 'Live Music', 'Comedy Show', 'Spoken Word', 'Special Event']),
  tonight: z.boolean().default(false),
  when: z.union([
    z.object({ week: z.number(), weekday: z.enum(['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']) }),
    z.object({ daysFromToday: z.number() }),
  ]),
  start: z.string(),
  end: z.string().nullable(),
  price: z.string(),
  price_range: z.enum(['free', 'moderate', 'expensive']),
  dj: z.string().nullable(),
  host: z.string().nullable(),
  featured: z.boolean(),
  sold_out: z.boolean(),
  tables_for_sale: z.boolean().default(true),
  booking_percentage: z.number(),
  image: z.string(),
  tickets_url: z.string().nullable(),
})

const picture = z.object({
  image: z.string(),
  alt: z.string(),
  title: z.string(),
  description: z.string(),
  category: z.enum(['food', 'ambiance', 'atmosphere', 'events', 'chef', 'interior']),
  gallery_type: z.enum(['main', 'featured', 'venue', 'food', 'events', 'atmosphere', 'archive']),
})

const modal = z.object({
  title: z.string(),
  description: z.string(),
  image: z.string(),
  primary_button_text: z.string(),
  primary_button_action: z.string(),
  secondary_button_text: z.string(),
  secondary_button_action: z.string(),
  is_active: z.boolean(),
})

export type SeedDish = z.infer<typeof dish>
export type SeedEvent = z.infer<typeof event>
export type SeedPicture = z.infer<typeof picture>
export type SeedModal = z.infer<typeof modal>

export type SeedContent = {
  dishes: SeedDish[]
  events: SeedEvent[]
  gallery: SeedPicture[]
  modals: SeedModal[]
}

/** Parses the seed's JSON files against their schemas before anything is written to the database. */
export async function readSeedContent(directory: string): Promise<SeedContent> {
  const read = async (name: string): Promise<unknown> =>
    JSON.parse(await readFile(join(directory, name), 'utf8'))
  return {
    dishes: z.array(dish).parse(await read('menu.json')),
    events: z.array(event).parse(await read('events.json')),
    gallery: z.array(picture).parse(await read('gallery.json')),
    modals: z.array(modal).parse(await read('modals.json')),
  }
}

const description = z.object({
  width: z.number(),
  height: z.number(),
  colour: z.string(),
  contentType: z.string(),
})

/** Sizes and colors of the seed's pictures by file name, so that a first start need not decode them. */
export const readDescriptions = async (
  directory: string,
): Promise<Partial<Record<string, z.infer<typeof description>>>> =>
  z
    .record(z.string(), description)
    .parse(JSON.parse(await readFile(join(directory, 'media-descriptions.json'), 'utf8')))
