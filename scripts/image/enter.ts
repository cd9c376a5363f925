import { join } from 'node:path'

/**
 * Options for entering the layers of an image; the last one is the uppermost, with this machine's root at the bottom.
 */
type Entering = {
  /** Directory for the mount point and, if it is writable, for the work directory of overlayfs. */
  readonly at: string
  readonly mounts?: readonly string[]
  readonly isReadOnly: boolean
  readonly user: string | null
}
type Tree = {
  readonly layers: readonly string[]
  readonly workdir: string
  readonly hidden: readonly string[]
}

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** Command prefix that switches to a user who cannot regain root. */
export const becomeUser = (user: string | null): string[] =>
  user === null
    ? []
    : [
        'setpriv',
        `--reuid=${user}`,
        `--regid=${user}`,
        '--clear-groups',
        '--no-new-privs',
        '--bounding-set=-all',
      ]

/** Shell script for a mount namespace: mounts the layers, enters them and executes "$@". */
export function enterScript(tree: Tree, { at, mounts = [], isReadOnly, user }: Entering): string {
  const root = join(at, 'root')
  const inside = (path: string): string => quote(join(root, path))
  const bindings = mounts.flatMap((it) => {
    const [from = '', to = ''] = it.split(':')
    return [`mount --bind ${quote(from)} ${inside(to)}`]
  })
  return [
    mountScript(tree.layers, at, isReadOnly),
    `mount -t proc proc ${inside('/proc')}`,
    `mount --rbind /dev ${inside('/dev')}`,
    `mount -t tmpfs -o mode=1777 tmpfs ${inside('/tmp')}`,
    ...tree.hidden.map((path) => `mkdir -p ${inside(path)} && mount -t tmpfs tmpfs ${inside(path)}`),
    ...bindings,
    `exec chroot ${quote(root)} sh -c ${quote(`cd ${quote(tree.workdir)} && exec ${becomeUser(user).join(' ')} "$@"`)} sh "$@"`,
  ].join('\n')
}

/** Mounts image layers with overlayfs at `at`/root. The last one receives the writes, unless it is read-only. */
export function mountScript(layers: readonly string[], at: string, isReadOnly: boolean): string {
  const root = join(at, 'root')
  const work = join(at, 'work')
  const machine = join(at, 'machine')
  const below = [...(isReadOnly ? layers : layers.slice(0, -1)).toReversed(), `${machine}/all`].join(':')
  const options = isReadOnly
    ? `lowerdir=${below}`
    : `lowerdir=${below},upperdir=${layers.at(-1) ?? ''},workdir=${work}`
  return [
    `mkdir -p ${quote(root)} ${quote(work)} ${quote(machine)}`,
    // overlayfs refuses nested layers, and these lie below the machine's root: a separate mount works.
    `mount -t tmpfs tmpfs ${quote(machine)}`,
    `mkdir ${quote(machine)}/all ${quote(machine)}/none`,
    `mount -t overlay overlay -o ${quote(`lowerdir=${machine}/none:/`)} ${quote(machine)}/all`,
    `mount -t overlay overlay -o ${quote(options)} ${quote(root)}`,
  ].join('\n')
}
