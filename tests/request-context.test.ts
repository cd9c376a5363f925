import { createServer } from 'node:http'
import { afterAll, describe, expect, test } from 'vitest'
import { TRUST_NONE } from '#platform/network/client-address.ts'
import { startWorker } from '#platform/jobs/job-worker.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import { createLog } from '#platform/observability/log.ts'
import { currentContext } from '#platform/observability/request-context.ts'
import { createRequestEntry } from '../src/http/request-entry.ts'
import { cloneDatabase } from './support/database.ts'
import { waitFor } from './support/server.ts'

const closing: (() => unknown)[] = []
afterAll(() => Promise.all(closing.map((close) => close())))

describe('the id of a request', () => {
  test('is in the log lines of jobs that the request enqueued, and of jobs that follow from them', async () => {
    const { db, url } = await cloneDatabase()
    const lines: string[] = []
    const log = createLog('debug', { write: (line) => void lines.push(line) })
    const { listener } = createRequestEntry({
      pages: null,
      log,
      secure: false,
      trustProxy: TRUST_NONE,
      next: (_incoming, outgoing) =>
        void addJob(db, { name: 'first', payload: {} }).then(() => outgoing.end('queued')),
    })
    const server = createServer(listener).listen(0, '127.0.0.1')
    closing.push(() => server.close())
    await waitFor(() => server.listening)
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0

    const answer = await fetch(`http://127.0.0.1:${port}/`)
    const requestId = answer.headers.get('X-Request-Id')
    expect(requestId).toBeTruthy()
    const worker = startWorker(url, {
      tasks: {
        first: async () => {
          log.info('the first works')
          await addJob(db, { name: 'second', payload: {} })
        },
        second: async () => log.info('the second works'),
      },
      schedules: [],
      log,
    })
    closing.push(() => worker.stop())
    await waitFor(() => lines.some((line) => line.includes('the second works')))
    const told = lines.map((line): Record<string, unknown> => JSON.parse(line))
    const lineOf = (msg: string) => told.find((it) => it['msg'] === msg)
    expect(lineOf('answered')).toMatchObject({ req: requestId })
    expect(lineOf('the first works')).toMatchObject({ req: requestId, job: 'first' })
    expect(lineOf('the second works')).toMatchObject({ req: requestId, job: 'second' })
    expect(currentContext()).toBeUndefined()
  })
})
