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
const WISHES = [
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
function storyteller(seed: number) {
  let state = seed
  const roll = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
  const pick = (from: readonly string[]): string => from[Math.floor(roll() * from.length)] ?? ''
  return { roll, pick, chance: (share: number) => roll() < share }
}

type Teller = ReturnType<typeof storyteller>

function guest({ pick, roll, chance }: Teller) {
  const first = pick(FIRST)
  const last = pick(LAST)
  const number = String(100 + Math.floor(roll() * 100)).padStart(4, '0')
  return {
    guestName: `${first} ${last}`,
    guestEmail: `${first}.${last}@example.com`.toLowerCase(),
    guestPhone: `+1 (214) 555-${number}`,
    specialRequests: chance(0.2) ? pick(WISHES) : null,
  }
}

/** Status of a seeded reservation: mostly completed in the past, mostly confirmed in the future. */
const fate = ({ chance }: Teller, isPast: boolean): SeedReservation['status'] => {
  if (isPast) return chance(0.88) ? 'completed' : 'cancelled'
  return chance(0.85) ? 'confirmed' : 'cancelled'
}

function dinnersOf(
  narrator: Teller,
  date: CalendarDate,
  { tables, isPast }: { tables: readonly SeedTable[]; isPast: boolean },
) {
  const free = tables.filter((table) => table.maxGuests <= 6)
  const seated = free.filter(() => narrator.chance(isPast ? 0.55 : 0.25))
  return seated.map((table): SeedReservation => ({
    ...guest(narrator),
    eventId: null,
    table,
    type: 'dining',
    date,
    dinnerAt: narrator.pick(['15:30', '17:00', '18:00', '18:30', '19:00']),
    night: null,
    guestCount: Math.max(1, table.maxGuests - Math.floor(narrator.roll() * 3)),
    status: fate(narrator, isPast),
    withBirthday: false,
  }))
}

function tablesOfNight(
  narrator: Teller,
  night: SeedNight,
  { tables, isPast }: { tables: readonly SeedTable[]; isPast: boolean },
) {
  const share = isPast ? 0.45 : 0.22
  const sold = tables.filter(() => night.soldOut || narrator.chance(share))
  return sold.map((table): SeedReservation => ({
    ...guest(narrator),
    eventId: night.id,
    table,
    type: 'nightlife',
    date: night.date,
    dinnerAt: null,
    night,
    guestCount: Math.max(1, table.maxGuests - Math.floor(narrator.roll() * 4)),
    status: night.soldOut && !isPast ? 'confirmed' : fate(narrator, isPast),
    withBirthday: narrator.chance(0.2),
  }))
}

export function tellReservations(
  today: CalendarDate,
  tables: readonly SeedTable[],
  nights: readonly SeedNight[],
): SeedReservation[] {
  const narrator = storyteller(2024)
  const days = Array.from({ length: HISTORY_DAYS + COMING_DAYS }, (_, i) => addDays(today, i - HISTORY_DAYS))
  // Events that start before 9 PM use the tables during dinner service, so no dinners are seeded on those days.
  const early = new Set(
    nights.filter((night) => wallClock(night.startsAt).time < '21:00').map((night) => night.date),
  )
  const dinners = days
    .filter((date) => date !== today && !CLOSED.includes(weekdayOf(date)) && !early.has(date))
    .flatMap((date) => dinnersOf(narrator, date, { tables, isPast: date < today }))
  const serviceDays = nights
    .filter((night) => night.tablesForSale)
    .flatMap((night) => tablesOfNight(narrator, night, { tables, isPast: night.date < today }))
  return [...dinners, ...serviceDays]
}
