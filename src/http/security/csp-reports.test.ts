import { expect, test } from 'vitest'
import { createLog } from '#platform/observability/log.ts'
import { createViolationLog, readViolation } from './csp-reports.ts'

const VIOLATION = {
  directive: 'script-src-elem',
  blocked: 'inline',
  page: 'https://lounge.example/my-night',
}

test('a report is read as browsers write it, in both of their ways, without what an address asks', () => {
  const old = {
    'csp-report': {
      'violated-directive': 'script-src-elem',
      'blocked-uri': 'inline',
      'document-uri': 'https://lounge.example/my-night?token=secret#x',
    },
  }
  const { directive: effectiveDirective, blocked: blockedURL, page: documentURL } = VIOLATION
  const next = [{ type: 'csp-violation', body: { effectiveDirective, blockedURL, documentURL } }]
  expect(readViolation(JSON.stringify(old))).toEqual(VIOLATION)
  expect(readViolation(JSON.stringify(next))).toEqual(VIOLATION)
})

test('what is no report is none', () => {
  for (const text of [
    '',
    '{',
    'null',
    '[]',
    '[null]',
    '{"csp-report":1}',
    '{"body":{}}',
    `"${'x'.repeat(20_000)}"`,
  ])
    expect(readViolation(text), text.slice(0, 20)).toBeNull()
})

test('a flood of reports is twenty lines a minute', () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const note = createViolationLog()
  const at = (second: number) => new Date(1_800_000_000_000 + second * 1000)
  for (let report = 0; report < 500; report += 1) note(log, VIOLATION, at(report / 100))
  expect(lines).toHaveLength(20)
  note(log, VIOLATION, at(90))
  expect(lines).toHaveLength(21)
})
