import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

// The headless shell comes first: without a window system a page takes a third of the time.
const SHELL = 'chromium-headless-shell'
const NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
const MAC_APPS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const INSTALLERS: readonly (readonly [string, readonly string[]])[] = [
  ['apt-get', ['install', '-y', '-qq', '--no-install-recommends', SHELL]],
  ['apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium']],
  ['dnf', ['install', '-y', '-q', 'chromium']],
  ['apk', ['add', '--quiet', 'chromium']],
]

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Path of an installed program. */
export const onPath = (name: string): string | undefined =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((directory) => join(directory, name))
    .find(isExecutable)

/** A Chromium that can open windows, if one is installed: the headless shell has no back/forward cache. */
export const findWholeChromium = (): string | undefined =>
  NAMES.slice(1).map(onPath).find(Boolean) ?? MAC_APPS.find(isExecutable)

const installed = (): string | undefined => NAMES.map(onPath).find(Boolean) ?? MAC_APPS.find(isExecutable)

function installWithSystem(): void {
  if (process.getuid?.() !== 0) return
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  if (onPath('apt-get')) spawnSync('apt-get', ['update', '-qq'], { env, stdio: 'ignore' })
  // Package names differ between systems, so they are tried in order.
  for (const [tool, args] of INSTALLERS)
    if (onPath(tool) && (!installed() || args.includes(SHELL)))
      spawnSync(tool, [...args], { env, stdio: ['ignore', 'ignore', 'inherit'] })
}

async function downloaded(): Promise<string | undefined> {
  const cli = join('node_modules', 'playwright-core', 'cli.js')
  const { PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: _skip, ...env } = process.env
  spawnSync(process.execPath, [cli, 'install', 'chromium'], { env, stdio: 'inherit' })
  const { chromium } = await import('playwright-core')
  return [chromium.executablePath()].find(isExecutable)
}

/**
 * Finds a Chromium for tests. Installs the system's packages where the headless shell is missing, because a whole Chromium
 * takes three times as long, and downloads one by Playwright where there is none.
 */
export async function findChromium(): Promise<string> {
  const there = process.env['CHROMIUM'] ?? onPath(SHELL)
  if (there) return there
  process.stdout.write('Looking for a Chromium to test with…\n')
  installWithSystem()
  const found = installed() ?? (await downloaded())
  if (!found)
    throw new Error('No Chromium could be found or installed: install one, or set CHROMIUM to its path.')
  return found
}
