/** Lower case without accents and other marks, so that `jose` finds `José`. */
export const plainText = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
