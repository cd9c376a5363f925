import type { ReactNode } from 'react'
import { layOutGrid, GRID_COLUMNS } from './grid-layout.ts'

// Target width-to-height ratios of a row: on phones one landscape picture or two posters, on wide screens two landscape
// pictures.
const NARROW_ROW = 1.55
const WIDE_ROW = 2.75

// Extreme ratios are cropped to these limits.
const WIDEST = 1.9
const TALLEST = 0.7

export type GridPlace = { readonly sizes: string }

type Props = {
  readonly places: readonly { readonly key: string; readonly ratio: number }[]
  readonly children: (place: GridPlace, index: number) => ReactNode
}

/** Justified grid of pictures, laid out separately for narrow and wide screens. */
export function GalleryGrid({ places, children }: Props) {
  const ratios = places.map(({ ratio }) => Math.min(WIDEST, Math.max(TALLEST, ratio)))
  const narrow = layOutGrid({ ratios, rowRatio: NARROW_ROW })
  const wide = layOutGrid({ ratios, rowRatio: WIDE_ROW })
  return (
    <ul className="grid grid-cols-24 gap-[min(0.5rem,2.2vw)] md:gap-4">
      {places.map(({ key }, index) => {
        const [narrowSpan = GRID_COLUMNS, wideSpan = GRID_COLUMNS] = [narrow[index], wide[index]]
        return (
          <li key={key} className={`${NARROW_SPANS[narrowSpan]} ${WIDE_SPANS[wideSpan]}`}>
            {children({ sizes: sizesOf(narrowSpan, wideSpan) }, index)}
          </li>
        )
      })}
    </ul>
  )
}

const share = (span: number, of: number): number => Math.round((span / GRID_COLUMNS) * of)

const sizesOf = (narrowSpan: number, wideSpan: number): string =>
  `(min-width: 76rem) ${share(wideSpan, 71)}rem, (min-width: 48rem) ${share(wideSpan, 92)}vw, ${share(narrowSpan, 92)}vw`

// Listed in full, because Tailwind only generates classes whose names it finds in the source.
const NARROW_SPANS: Readonly<Record<number, string>> = {
  1: 'col-span-1',
  2: 'col-span-2',
  3: 'col-span-3',
  4: 'col-span-4',
  5: 'col-span-5',
  6: 'col-span-6',
  7: 'col-span-7',
  8: 'col-span-8',
  9: 'col-span-9',
  10: 'col-span-10',
  11: 'col-span-11',
  12: 'col-span-12',
  13: 'col-span-13',
  14: 'col-span-14',
  15: 'col-span-15',
  16: 'col-span-16',
  17: 'col-span-17',
  18: 'col-span-18',
  19: 'col-span-19',
  20: 'col-span-20',
  21: 'col-span-21',
  22: 'col-span-22',
  23: 'col-span-23',
  24: 'col-span-24',
}

const WIDE_SPANS: Readonly<Record<number, string>> = {
  1: 'md:col-span-1',
  2: 'md:col-span-2',
  3: 'md:col-span-3',
  4: 'md:col-span-4',
  5: 'md:col-span-5',
  6: 'md:col-span-6',
  7: 'md:col-span-7',
  8: 'md:col-span-8',
  9: 'md:col-span-9',
  10: 'md:col-span-10',
  11: 'md:col-span-11',
  12: 'md:col-span-12',
  13: 'md:col-span-13',
  14: 'md:col-span-14',
  15: 'md:col-span-15',
  16: 'md:col-span-16',
  17: 'md:col-span-17',
  18: 'md:col-span-18',
  19: 'md:col-span-19',
  20: 'md:col-span-20',
  21: 'md:col-span-21',
  22: 'md:col-span-22',
  23: 'md:col-span-23',
  24: 'md:col-span-24',
}
