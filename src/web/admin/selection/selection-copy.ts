/** Numbers of records by what became of them. */
export type Outcomes = Readonly<Record<'done' | 'unchanged' | 'refused', number>>

/** `9 set to confirmed, 3 unchanged, 1 refused` */
export const outcomeText = ({ done, unchanged, refused }: Outcomes, what: string): string =>
  [
    `${done.toLocaleString('en-US')} ${what}`,
    unchanged > 0 ? `${unchanged} unchanged` : null,
    refused > 0 ? `${refused} refused` : null,
  ]
    .filter(Boolean)
    .join(', ')
