declare function restoreMembers(shared: object): void
export = restoreMembers
