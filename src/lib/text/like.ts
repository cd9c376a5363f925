/** Escapes LIKE wildcards. */
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`)

/** LIKE pattern that matches values containing the text. */
export const likeContaining = (text: string): string => `%${escapeLike(text)}%`
