/**
 * Loaded into the server under test before its own modules: its clock shows the time that a test wrote into a file, as the
 * milliseconds between it and the clock of the machine, and runs on from there.
 */
import { readFileSync, statSync } from 'node:fs'

const MachineDate = Date
const machineNow = Date.now
const path = process.env['TEST_CLOCK'] ?? ''
let aheadMs = 0
let writtenAt = 0

function now() {
  const { mtimeMs } = statSync(path)
  if (mtimeMs !== writtenAt) aheadMs = Number(readFileSync(path, 'utf8'))
  writtenAt = mtimeMs
  return machineNow() + aheadMs
}

MachineDate.now = now
globalThis.Date = new Proxy(MachineDate, {
  construct: (target, args, constructed) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, constructed),
})
