/** The columns a row of the wall is divided into. */
export const GRID_COLUMNS = 24

type Wall = {
  /** Width over height of each picture, in their order. */
  readonly ratios: readonly number[]
  /** How wide for its height a row should be: two plates side by side are 2.7. */
  readonly rowRatio: number
}

/**
 * Hangs pictures in rows that are all full, in their order and with hardly anything cut off: how many of the columns
 * each gets. Of all ways to break the rows the one closest to `rowRatio` is taken.
 */
export function layOutGrid({ ratios, rowRatio }: Wall): number[] {
  const best: { cost: number; from: number }[] = [{ cost: 0, from: 0 }]
  for (let end = 1; end <= ratios.length; end += 1) {
    let choice = { cost: Number.POSITIVE_INFINITY, from: end - 1 }
    for (let from = end - 1; from >= Math.max(0, end - MAX_IN_ROW); from -= 1) {
      const off = Math.log(sum(ratios.slice(from, end)) / rowRatio)
      const cost = (best[from]?.cost ?? 0) + off * off
      if (cost < choice.cost) choice = { cost, from }
    }
    best.push(choice)
  }
  const rows: number[][] = []
  for (let end = ratios.length; end > 0; end = best[end]?.from ?? 0)
    rows.unshift(shareColumns(ratios.slice(best[end]?.from ?? 0, end)))
  return rows.flat()
}

const MAX_IN_ROW = 4

const sum = (numbers: readonly number[]): number => numbers.reduce((total, it) => total + it, 0)

/** Whole columns in proportion to the ratios, none left over. */
function shareColumns(ratios: readonly number[]): number[] {
  const total = sum(ratios)
  let before = 0
  return ratios.map((ratio, index) => {
    const start = Math.round((before / total) * GRID_COLUMNS)
    before += ratio
    const end = index === ratios.length - 1 ? GRID_COLUMNS : Math.round((before / total) * GRID_COLUMNS)
    return end - start
  })
}
