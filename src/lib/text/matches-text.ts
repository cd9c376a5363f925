/** Case-insensitive substring match. A missing value does not match. */
export const matchesText = (value: unknown, text: string): boolean =>
  text.trim() === '' || (typeof value === 'string' && value.toLowerCase().includes(text.trim().toLowerCase()))
