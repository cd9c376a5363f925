import { hasVenue } from '../../db/seed/fill.ts'
import { StartError } from '#platform/config/start-error.ts'
import { startChild } from './child-process.ts'
import type { Fill } from './bootstrap.ts'
import { readFromWorker, notifyPrimary } from './process-messages.ts'

/** Seeds an empty database in a child process, because decoding the images takes memory that serving does not need. */
export const fillInChild: Fill = async ({ db }) => {
  if (await hasVenue(db)) return null
  const child = startChild('fill')
  let firstOwner: Awaited<ReturnType<Fill>> = null
  child.on('message', (received) => {
    const message = readFromWorker(received)
    if (message && 'firstOwner' in message) firstOwner = message.firstOwner
  })
  const code = await new Promise((resolve) => child.once('exit', resolve))
  // Exit code 1: the child already printed the reason.
  if (code !== 0) throw new StartError(code === 1 ? '' : 'The empty database could not be filled.')
  notifyPrimary({ firstOwner })
  return firstOwner
}
