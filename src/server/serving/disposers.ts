export type Disposers = (() => Promise<void>)[]

/** Disposes in reverse order of opening. */
export async function disposeAll(disposers: Disposers): Promise<void> {
  for (const close of disposers.toReversed()) {
    // oxlint-disable-next-line no-await-in-loop -- later resources depend on earlier ones
    await close()
  }
}
