/** Marks that follow a guest. An allergy is text, and marks the guest as well. */
export const GUEST_TAGS = ['vip', 'regular', 'access'] as const
export type GuestTag = (typeof GUEST_TAGS)[number]

/** Facts about a guest that staff write and see with every party of theirs. */
export type GuestFacts = {
  readonly name: string
  readonly tags: readonly GuestTag[]
  readonly allergies: string
  readonly note: string
  readonly blockReason: string | null
}

/** The guest of the book whom a party belongs to, as its night is shown. */
export type PartyGuest = Omit<GuestFacts, 'name'> & { readonly id: string }
