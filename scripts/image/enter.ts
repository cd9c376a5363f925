import { join } from 'node:path'

/** How a tree of layers is entered: the last layer is the uppermost, and this machine's root lies below all. */
type Entering = {
  /** A directory for the mount itself and, where it is written to, for what the kernel needs beside it. */
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

/** The command in front of another one that makes it run as a user who can never be root. */
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

/** A shell script for a mount namespace of its own: it mounts the tree, enters it and becomes "$@" there. */
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

/** Mounts layers at `at`/root. The last one takes the writes, unless nothing may be written. */
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
    // The layers lie below this machine's root, and the kernel refuses layers of which one is inside another: a mount of its
    // own is not.
    `mount -t tmpfs tmpfs ${quote(machine)}`,
    `mkdir ${quote(machine)}/all ${quote(machine)}/none`,
    `mount -t overlay overlay -o ${quote(`lowerdir=${machine}/none:/`)} ${quote(machine)}/all`,
    `mount -t overlay overlay -o ${quote(options)} ${quote(root)}`,
  ].join('\n')
}
