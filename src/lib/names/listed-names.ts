/** Names on the guest lists of a night, and those of them that can be told of a change: by email, or by a text they agreed to. */
export type ListedNames = { readonly names: number; readonly reachable: number }
