/** Escapes LIKE wildcards. */
export const literally = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`)

/** LIKE pattern that matches values containing the text. */
export const containing = (text: string): string => `%${literally(text)}%`
