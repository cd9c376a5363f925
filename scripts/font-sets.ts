import { readdirSync } from 'node:fs'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

export type FontSet = {
  readonly name: string
  /** The font that `serif` and `sans-serif` mean there. */
  readonly serif: string
  readonly sans: string
  readonly files: readonly string[]
  /** The Debian packages that contain the files. */
  readonly packages: string
}

/** The fonts of three kinds of machine, without any other. */
export const FONT_SETS: readonly FontSet[] = [
  {
    name: 'Android',
    serif: 'Noto Serif',
    sans: 'Roboto',
    files: [
      'Roboto-Regular.ttf',
      'Roboto-Bold.ttf',
      'Roboto-Italic.ttf',
      'NotoSerif-Regular.ttf',
      'NotoSerif-Bold.ttf',
      'NotoSerif-Italic.ttf',
      'NotoSans-Regular.ttf',
    ],
    packages: 'fonts-roboto-unhinted fonts-noto-core',
  },
  {
    name: 'desktop',
    serif: 'Liberation Serif',
    sans: 'Liberation Sans',
    files: ['LiberationSans', 'LiberationSerif'].flatMap((family) =>
      ['Regular', 'Bold', 'Italic', 'BoldItalic'].map((style) => `${family}-${style}.ttf`),
    ),
    packages: 'fonts-liberation',
  },
  {
    name: 'bare Debian',
    serif: 'DejaVu Serif',
    sans: 'DejaVu Sans',
    files: [
      'DejaVuSans.ttf',
      'DejaVuSans-Bold.ttf',
      'DejaVuSansMono.ttf',
      'DejaVuSerif.ttf',
      'DejaVuSerif-Bold.ttf',
    ],
    packages: 'fonts-dejavu-core',
  },
]

/** `FONTS_DIR` is for fonts that are not installed, such as an unpacked package. */
const DIRECTORIES = [process.env['FONTS_DIR'], '/usr/share/fonts'].filter((it) => it !== undefined)

let found: Map<string, string> | undefined

function filesIn(directory: string): string[] {
  try {
    return readdirSync(directory, { recursive: true, encoding: 'utf8' }).map((path) => join(directory, path))
  } catch {
    return []
  }
}

/** The path of a font file by its name, in `FONTS_DIR` or among the system's fonts. */
export function findFont(file: string): string | undefined {
  found ??= new Map(
    DIRECTORIES.toReversed()
      .flatMap(filesIn)
      .map((path) => [basename(path), path]),
  )
  return found.get(file)
}

/**
 * Writes a fontconfig file for a set into an empty directory. Chromium started with it as `FONTCONFIG_FILE` sees the fonts
 * of the set only.
 */
export async function writeFontConfig(set: FontSet, directory: string): Promise<string> {
  const fonts = join(directory, 'fonts')
  await mkdir(fonts)
  const paths = set.files.flatMap((file) => findFont(file) ?? [])
  await Promise.all(paths.map((path) => symlink(path, join(fonts, basename(path)))))
  const file = join(directory, 'fonts.conf')
  const alias = (generic: string, family: string) =>
    `<alias binding="same"><family>${generic}</family><prefer><family>${family}</family></prefer></alias>`
  await writeFile(
    file,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
<dir>${fonts}</dir>
<cachedir>${join(directory, 'cache')}</cachedir>
${alias('serif', set.serif)}
${alias('sans-serif', set.sans)}
${alias('system-ui', set.sans)}
</fontconfig>
`,
  )
  return file
}

export const hasFonts = (set: FontSet): boolean => set.files.every((file) => findFont(file) !== undefined)

export const missingFonts = (set: FontSet): string =>
  `The fonts of ${set.name} are missing: apt-get install ${set.packages}`
