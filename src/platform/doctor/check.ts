import { fail, type CheckResult, reasonOf } from './check-result.ts'

/** Runs one check; an exception and a timeout become failed results. */
export async function runCheck(
  what: string,
  limitMs: number,
  check: () => Promise<readonly CheckResult[]>,
): Promise<readonly CheckResult[]> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`no answer within ${limitMs / 1000} s`)), limitMs)
  try {
    return await Promise.race([check(), late.promise])
  } catch (error) {
    const message = `could not be checked (${reasonOf(error)})`
    return [fail(what, { message, advice: 'Mend that, then look again.' })]
  } finally {
    clearTimeout(timer)
  }
}
