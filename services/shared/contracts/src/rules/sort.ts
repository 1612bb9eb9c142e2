/** How a list is sorted: by one of its columns, or with `-` before it the other way round. */
export type Sort<Column extends string> = Column | `-${Column}`

/** Both ways of each column, ascending first. */
export const listSorts = <Column extends string>(columns: readonly Column[]): Sort<Column>[] =>
  columns.flatMap((column): Sort<Column>[] => [column, `-${column}`])

/** Which of the columns a list is sorted by, and how; undefined in its own order. */
export const readSort = <Column extends string>(
  columns: readonly Column[],
  sort: Sort<Column> | undefined,
): { column: Column; isDescending: boolean } | undefined => {
  const column = columns.find((name) => sort === name || sort === `-${name}`)
  return column === undefined ? undefined : { column, isDescending: sort !== column }
}
