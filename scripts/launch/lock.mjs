import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { ROOT } from './paths.mjs'
import { say } from './steps.mjs'

const LOCK = join(ROOT, '.launching')
const POLL_MS = 200

/** Installs and builds of one checkout wait for each other, such as `npm start` and `npm test` in two terminals. */
export async function whileLocked(work) {
  let isAnnounced = false
  while (!takeLock()) {
    if (!isAnnounced) say('Waiting for another command of this checkout that installs or builds…')
    isAnnounced = true
    // oxlint-disable-next-line no-await-in-loop -- polls until the other command is done
    await sleep(POLL_MS)
  }
  const release = () => rmSync(LOCK, { force: true })
  process.once('exit', release)
  try {
    return await work()
  } finally {
    process.off('exit', release)
    release()
  }
}

function takeLock() {
  try {
    writeFileSync(LOCK, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
  // A launcher that was killed left its lock behind.
  if (!isRunning(readHolder())) rmSync(LOCK, { force: true })
  return false
}

function readHolder() {
  try {
    return Number(readFileSync(LOCK, 'utf8'))
  } catch {
    return process.pid
  }
}

function isRunning(pid) {
  // The other launcher has created the file and not yet written its number.
  if (pid === 0) return true
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
