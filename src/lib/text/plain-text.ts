/** Lower case without accents and apostrophes: `jose` finds `José`, and `darcy` finds `D’Arcy`. */
export const plainText = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[\p{M}'’‘ʼ]/gu, '')
    .toLowerCase()
