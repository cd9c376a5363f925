import { addDays, type CalendarDate, wallClock, weekdayOf } from '#lib/venue-time.ts'

const FIRST = [
  'Amara',
  'Luca',
  'Nia',
  'Omar',
  'Sofia',
  'Kwame',
  'Leila',
  'Marcus',
  'Zainab',
  'Diego',
  'Imani',
  'Yusuf',
  'Grace',
  'Tariq',
  'Elena',
  'Chidi',
  'Rosa',
  'Malik',
  'Thandi',
  'Noah',
]
const LAST = [
  'Okafor',
  'Haddad',
  'Moreno',
  'Bekele',
  'Johnson',
  'Diallo',
  'Rossi',
  'Williams',
  'Nassar',
  'Mensah',
  'Garcia',
  'Tesfaye',
  'Brooks',
  'Benali',
  'Carter',
  'Adeyemi',
]
const SPECIAL_REQUESTS = [
  'Window side if possible, please.',
  'One of us is vegan.',
  'Celebrating a promotion!',
  'Nut allergy at the table.',
  'We may be ten minutes late.',
  'High chair for a toddler, please.',
]

const HISTORY_DAYS = 28
const COMING_DAYS = 10
const CLOSED = [1, 2]

export type SeedTable = { id: string; tableNumber: number; maxGuests: number; priceCents: number }
export type SeedNight = {
  id: string
  date: CalendarDate
  startsAt: Date
  endsAt: Date
  soldOut: boolean
  tablesForSale: boolean
}

export type SeedReservation = {
  eventId: string | null
  table: SeedTable
  type: 'dining' | 'nightlife'
  date: CalendarDate
  /** Wall-clock start of a dinner; null for a nightlife reservation, which takes the event's times. */
  dinnerAt: string | null
  night: SeedNight | null
  guestName: string
  guestEmail: string
  guestPhone: string
  guestCount: number
  specialRequests: string | null
  status: 'pending' | 'confirmed' | 'cancelled' | 'completed'
  withBirthday: boolean
}

/** Seeded random generator, so that two installations on one day show the same reservations. */
function seededRandom(seed: number) {
  let state = seed
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
  const pick = (from: readonly string[]): string => from[Math.floor(next() * from.length)] ?? ''
  return { next, pick, chance: (share: number) => next() < share }
}

type SeededRandom = ReturnType<typeof seededRandom>

const AREAS = ['214', '469', '682', '945'] as const
/** Numbers of an area: `555-0100` to `555-0199` belong to fiction. */
const NUMBERS_OF_AREA = 100

/** Phone number of a seeded guest. Each name has its own, because contacts tell guests apart. */
function phoneOf(first: string, last: string): string {
  const index = FIRST.indexOf(first) * LAST.length + LAST.indexOf(last)
  const area = AREAS[Math.floor(index / NUMBERS_OF_AREA)] ?? AREAS[0]
  return `+1 (${area}) 555-${String(NUMBERS_OF_AREA + (index % NUMBERS_OF_AREA)).padStart(4, '0')}`
}

function guest({ pick, next, chance }: SeededRandom) {
  const first = pick(FIRST)
  const last = pick(LAST)
  // Unused. It is drawn so that the random numbers after it stay those of earlier installations.
  next()
  return {
    guestName: `${first} ${last}`,
    guestEmail: `${first}.${last}@example.com`.toLowerCase(),
    guestPhone: phoneOf(first, last),
    specialRequests: chance(0.2) ? pick(SPECIAL_REQUESTS) : null,
  }
}

/** Status of a seeded reservation: mostly completed in the past, mostly confirmed in the future. */
const statusOf = ({ chance }: SeededRandom, isPast: boolean): SeedReservation['status'] => {
  if (isPast) return chance(0.88) ? 'completed' : 'cancelled'
  return chance(0.85) ? 'confirmed' : 'cancelled'
}

function dinnersOf(
  random: SeededRandom,
  date: CalendarDate,
  { tables, isPast }: { tables: readonly SeedTable[]; isPast: boolean },
) {
  const free = tables.filter((table) => table.maxGuests <= 6)
  const seated = free.filter(() => random.chance(isPast ? 0.55 : 0.25))
  return seated.map((table): SeedReservation => ({
    ...guest(random),
    eventId: null,
    table,
    type: 'dining',
    date,
    dinnerAt: random.pick(['15:30', '17:00', '18:00', '18:30', '19:00']),
    night: null,
    guestCount: Math.max(1, table.maxGuests - Math.floor(random.next() * 3)),
    status: statusOf(random, isPast),
    withBirthday: false,
  }))
}

function tablesOfNight(
  random: SeededRandom,
  night: SeedNight,
  { tables, isPast }: { tables: readonly SeedTable[]; isPast: boolean },
) {
  const share = isPast ? 0.45 : 0.22
  const sold = tables.filter(() => night.soldOut || random.chance(share))
  return sold.map((table): SeedReservation => ({
    ...guest(random),
    eventId: night.id,
    table,
    type: 'nightlife',
    date: night.date,
    dinnerAt: null,
    night,
    guestCount: Math.max(1, table.maxGuests - Math.floor(random.next() * 4)),
    status: night.soldOut && !isPast ? 'confirmed' : statusOf(random, isPast),
    withBirthday: random.chance(0.2),
  }))
}

export function sampleReservations(
  today: CalendarDate,
  tables: readonly SeedTable[],
  nights: readonly SeedNight[],
): SeedReservation[] {
  const random = seededRandom(2024)
  const days = Array.from({ length: HISTORY_DAYS + COMING_DAYS }, (_, i) => addDays(today, i - HISTORY_DAYS))
  // Events that start before 9 PM use the tables during dinner service, so no dinners are seeded on those days.
  const early = new Set(
    nights.filter((night) => wallClock(night.startsAt).time < '21:00').map((night) => night.date),
  )
  const dinners = days
    .filter((date) => date !== today && !CLOSED.includes(weekdayOf(date)) && !early.has(date))
    .flatMap((date) => dinnersOf(random, date, { tables, isPast: date < today }))
  const serviceDays = nights
    .filter((night) => night.tablesForSale)
    .flatMap((night) => tablesOfNight(random, night, { tables, isPast: night.date < today }))
  return [...dinners, ...serviceDays]
}
