/** Grid columns per row. */
export const GRID_COLUMNS = 24

type GridInput = {
  /** Width divided by height of each picture, in order. */
  readonly ratios: readonly number[]
  /** Target width-to-height ratio of a row: two landscape pictures make 2.7. */
  readonly rowRatio: number
}

/**
 * Justified layout: assigns grid columns so that every row is full, the order is kept, and little is cropped. Of all
 * ways to break the rows it picks the one closest to `rowRatio` (dynamic programming).
 */
export function layOutGrid({ ratios, rowRatio }: GridInput): number[] {
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

/** Whole columns in proportion to the ratios, without a remainder. */
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
