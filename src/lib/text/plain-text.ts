/** Lower case without accents, apostrophes and other marks: `jose` finds `José`, and `d'arcy` and `darcy` find `D’Arcy`. */
export const plainText = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[\p{M}'’‘ʼ]/gu, '')
    .toLowerCase()
