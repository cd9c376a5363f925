/** Old and new names of settings. An old name is accepted for one version, then removed here. */
const NEW_NAMES: Readonly<Record<string, string>> = {
  CLUSTER: 'WEB_CONCURRENCY',
  PICTURES_AHEAD: 'PREGENERATE_IMAGES',
  DATABASE_POOL: 'DATABASE_POOL_SIZE',
  PAYMENTS: 'PAYMENT_PROVIDER',
}

export const OLD_NAMES: readonly string[] = Object.keys(NEW_NAMES)

export const currentName = (name: string): string => NEW_NAMES[name] ?? name

export type RenamedSetting = { readonly setting: string; readonly renamedTo: string }

export type CurrentSettings = {
  /** Values by current names. */
  readonly values: Readonly<Record<string, string>>
  /** Settings that were given by their old names. */
  readonly renamed: readonly RenamedSetting[]
  /** One line for each setting that has different values under both names. */
  readonly mistakes: readonly string[]
}

/** Moves values of old names to the current ones. */
export function replaceOldNames(given: Readonly<Record<string, string>>): CurrentSettings {
  const values = { ...given }
  const renamed: RenamedSetting[] = []
  const mistakes: string[] = []
  for (const [setting, renamedTo] of Object.entries(NEW_NAMES)) {
    const old = given[setting]?.trim()
    if (!old) continue
    const current = given[renamedTo]?.trim()
    if (current && current !== old)
      mistakes.push(
        `${setting}=${old}: is the old name of ${renamedTo}, which is set to ${current}; remove ${setting}`,
      )
    else renamed.push({ setting, renamedTo })
    values[renamedTo] ||= old
  }
  return { values, renamed, mistakes }
}

export const describeRenamed = ({ setting, renamedTo }: RenamedSetting): string =>
  `${setting} is now called ${renamedTo}: rename it, because the old name is ignored from the next version on`
