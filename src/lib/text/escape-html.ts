const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes text for HTML and its quoted attributes. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"]/g, (it) => ENTITIES[it] ?? it)
