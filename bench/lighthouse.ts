import { chromium } from 'playwright-core'
import lighthouse, { type Result } from 'lighthouse'
import { median } from './server.ts'
import { freePort } from '../scripts/free-port.ts'

export type Score = {
  readonly performance: number
  readonly accessibility: number
  readonly bestPractices: number
  readonly seo: number
  readonly blockingMs: number
  /** Audits that did not pass. */
  readonly complaints: readonly string[]
}

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

/** Runs Lighthouse with its phone profile several times and returns the median of each score. */
export async function runLighthouse(executablePath: string, url: string, runs: number): Promise<Score> {
  const port = await freePort()
  const browser = await chromium.launch({
    executablePath,
    args: [
      `--remote-debugging-port=${port}`,
      '--no-sandbox',
      '--disable-quic',
      '--disable-background-networking',
    ],
  })
  const results: Result[] = []
  for (let i = 0; i < runs; i += 1) {
    // oxlint-disable-next-line no-await-in-loop -- parallel runs would slow each other down
    const result = await lighthouse(url, { port, onlyCategories: [...CATEGORIES], logLevel: 'error' })
    if (!result) throw new Error(`Lighthouse gave no answer for ${url}`)
    results.push(result.lhr)
  }
  await browser.close()
  const score = (name: string) =>
    median(results.map((it) => Math.round((it.categories[name]?.score ?? 0) * 100)))
  const last = results.at(-1)
  const complaints = CATEGORIES.slice(1).flatMap((name) =>
    (last?.categories[name]?.auditRefs ?? [])
      .filter(
        (ref) =>
          ref.weight > 0 && last?.audits[ref.id]?.score !== null && (last?.audits[ref.id]?.score ?? 1) < 1,
      )
      .map((ref) => `${name}: ${last?.audits[ref.id]?.title ?? ref.id}`),
  )
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    blockingMs: median(results.map((it) => it.audits['total-blocking-time']?.numericValue ?? 0)),
    complaints,
  }
}
