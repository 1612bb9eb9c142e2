import { foldText } from '@balcao/kernel'
import { toLikePart, type SelectQueryBuilder } from '@balcao/platform'

/** Narrows rows to those whose `search_text` contains the words, without accents and case. */
export function whereMatches<T extends object>(
  builder: SelectQueryBuilder<T>,
  search: string,
): SelectQueryBuilder<T> {
  const folded = foldText(search.trim())
  if (folded === '') return builder
  return builder.andWhere(`${builder.alias}.search_text LIKE :part`, { part: toLikePart(folded) })
}
