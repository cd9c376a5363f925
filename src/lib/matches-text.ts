/** Whether a value contains a text, in any case. A record with nothing there contains none, and breaks no list. */
export const matchesText = (value: unknown, text: string): boolean =>
  text.trim() === '' || (typeof value === 'string' && value.toLowerCase().includes(text.trim().toLowerCase()))
