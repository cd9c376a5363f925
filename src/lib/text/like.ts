import { plainText } from './plain-text.ts'

/** Escapes LIKE wildcards. */
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`)

/** LIKE pattern that matches values containing the text. */
export const likeContaining = (text: string): string => `%${escapeLike(text)}%`

/** The same for values of the SQL function `plain_text`: finds them as guests type them, however many spaces are between the words. */
export const plainLikeContaining = (search: string): string =>
  likeContaining(plainText(search).replaceAll(/\s+/g, ' '))
