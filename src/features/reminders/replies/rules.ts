/** Longest reply that is stored: the limit of the column, and of the provider. */
const MAX_BODY = 1600

/** Text of a reply as it is stored. */
export const bodyOf = (given: string): string => given.trim().slice(0, MAX_BODY)

export type Answer = 'coming' | 'not_coming' | 'other'

const ANSWERS: Readonly<Record<string, Answer>> = {
  yes: 'coming',
  confirm: 'coming',
  no: 'not_coming',
}

/** Meaning of a reply to the question whether the guest comes: one word, whatever stands around it. */
export const readAnswer = (body: string): Answer =>
  ANSWERS[body.toLowerCase().replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')] ?? 'other'
