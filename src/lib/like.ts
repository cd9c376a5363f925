/** Text as a pattern of `like` writes it: what would stand for anything stands for itself. */
export const literally = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`)

/** The pattern of whatever has this text somewhere in it. */
export const containing = (text: string): string => `%${literally(text)}%`
