/** Something that keeps the server from starting and that a person can mend; the message says how, in one line. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
