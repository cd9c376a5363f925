/** A migration that cannot be applied. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}
