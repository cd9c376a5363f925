import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FONT_SETS, type FontSet, hasFonts, missingFonts, writeFontConfig } from '../scripts/font-sets.ts'
import { openBrowserVisit, type Visit } from './browser-visit.ts'
import { median, say } from './server.ts'

type ShiftRow = { readonly fonts: string; readonly path: string } & Pick<
  Visit,
  'shift' | 'firstPaintMs' | 'fontsMs'
>

async function withFonts<T>(set: FontSet, measure: (fontConfig: string) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'lounge-fonts-'))
  try {
    return await measure(await writeFontConfig(set, directory))
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** Layout shift on slow 4G with the fonts of each kind of machine; a set whose fonts are missing is skipped. */
export async function measureShifts(
  chromium: string,
  origin: string,
  { paths, visits }: { readonly paths: readonly string[]; readonly visits: number },
): Promise<ShiftRow[]> {
  const rows: ShiftRow[] = []
  for (const set of FONT_SETS.filter((it) => !hasFonts(it))) say(missingFonts(set))
  // oxlint-disable no-await-in-loop -- parallel visits would share the bandwidth
  for (const set of FONT_SETS.filter(hasFonts))
    await withFonts(set, async (fontConfig) => {
      const visitor = await openBrowserVisit(chromium, origin, fontConfig)
      for (const path of paths) {
        const made: Visit[] = []
        for (let i = 0; i < visits; i += 1) made.push(await visitor.visit(path, { slow: true }))
        rows.push({
          fonts: set.name,
          path,
          shift: median(made.map((it) => it.shift)),
          firstPaintMs: median(made.map((it) => it.firstPaintMs)),
          fontsMs: median(made.map((it) => it.fontsMs)),
        })
      }
      await visitor.close()
    })
  // oxlint-enable no-await-in-loop
  return rows
}
