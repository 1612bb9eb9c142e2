import type { TagView } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import { useMe } from '../../data/hooks'
import { useDeleteTagMutation, useListTagsQuery } from '../../data/tags.api'
import '../../data/tags.live'
import { can } from '../../lib/can'
import { sortRecords } from '../../lib/sort-records'
import { useIsNarrow } from '../../lib/use-media'
import { useSearch } from '../../lib/use-search'
import { useSort } from '../../lib/use-sort'
import { inOnePage } from '../../ui/paged-list'
import { RecordListPage } from '../../ui/record-list-page'
import { TagCards, TagTable } from './tag-list'
import { TagModal } from './tag-modal'

const sortValues = {
  name: ({ name }: TagView) => name,
  tickets: ({ ticketsCount = 0 }: TagView) => ticketsCount,
}

/** The company's tags, all at once. */
export const TagsPage = () => {
  const { t, i18n } = useTranslation('tags')
  const search = useSearch()
  const sorting = useSort('tags', { name: t('columns.name'), tickets: t('columns.tickets') })
  const query = useListTagsQuery(search.words, { refetchOnMountOrArgChange: true })
  const [remove] = useDeleteTagMutation()
  const maySetLane = can(useMe(), 'tag-modal:kanban')
  const List = useIsNarrow() ? TagCards : TagTable
  return (
    <RecordListPage
      title={t('title')}
      addLabel={t('add')}
      search={search}
      sorting={sorting}
      query={inOnePage(query)}
      records={(page) => sortRecords(page.tags, sorting.sort, sortValues, i18n.language)}
      empty={{ title: t('empty.title'), text: t('empty.text'), searchText: t('empty.search') }}
      selecting={{
        name: ({ name }) => name,
        isSelectable: ({ kanban }) => kanban === 0 || maySetLane,
      }}
      list={(tags, handlers) => <List tags={tags} {...handlers} />}
      form={(tag, close) => <TagModal tag={tag} onClose={close} />}
      deletion={(tag) => ({
        title: t('confirm.deleteTitle', { name: tag.name }),
        text: t('confirm.deleteText'),
        doneText: t('deleted'),
        remove: () => remove(tag.id),
      })}
    />
  )
}
