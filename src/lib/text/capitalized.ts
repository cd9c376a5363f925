/** Text with a capital at its start: `menu item` becomes `Menu item`. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
