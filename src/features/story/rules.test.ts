import { afterEach, describe, expect, test, vi } from 'vitest'
import { linesAbout } from './rules.ts'

const ID = '0198c0de-0000-7000-8000-00000000000a'
const OTHER = '0198c0de-0000-7000-8000-00000000000b'
const line = (it: object): string =>
  JSON.stringify({ level: 'info', time: '2026-11-21T00:00:00.000Z', ...it })

const about = [
  line({ req: 'r-1', reservationId: ID, msg: 'held' }),
  line({ req: 'r-1', msg: 'answered' }),
  line({ job: 'send_mail', jobId: '77', reservationIds: [OTHER, ID], msg: 'email queued' }),
  line({ job: 'send_mail', jobId: '77', msg: 'email sent' }),
  line({ job: 'issue_refund', jobId: 78, reservationId: ID, msg: 'refunded' }),
  line({ job: 'issue_refund', jobId: 78, msg: 'provider answered' }),
]
const others = [
  line({ req: 'r-1', reservationId: OTHER, msg: 'held' }),
  line({ req: 'r-11', msg: 'answered' }),
  line({ req: 'r-1', job: 'other', jobId: '79', msg: 'another job of the request' }),
  line({ msg: 'job 77 and r-1 only in words' }),
  'the process prints "77" and "r-1" outside JSON',
  `{ broken JSON about ${ID}`,
]

afterEach(() => void vi.restoreAllMocks())

describe('the log lines about a reservation', () => {
  test('are those that name it, and those of the same request or job', () => {
    const found = linesAbout([...others, ...about, ...others], ID)
    expect(new Set(found.map((it) => it['msg']))).toEqual(new Set(about.map((text) => JSON.parse(text).msg)))
    expect(found).toHaveLength(about.length)
  })

  test('are found without parsing the lines of other requests and jobs', () => {
    const noise = Array.from({ length: 5000 }, (_, i) => line({ req: `n-${i}`, msg: 'answered', ms: i }))
    const parse = vi.spyOn(JSON, 'parse')
    expect(linesAbout([...noise, ...about], ID)).toHaveLength(about.length)
    expect(parse.mock.calls.length).toBeLessThan(200)
  })

  test('are none where nothing names the reservation', () => {
    const parse = vi.spyOn(JSON, 'parse')
    expect(linesAbout(about, OTHER.replace(/b$/, 'c'))).toEqual([])
    expect(parse).not.toHaveBeenCalled()
  })
})
