import { useTranslation } from 'react-i18next'

import { useDeleteTagMutation, useListTagsQuery } from '../../data/tags.api'
import '../../data/tags.live'
import { useIsNarrow } from '../../lib/use-media'
import { useSearch } from '../../lib/use-search'
import { inOnePage } from '../../ui/paged-list'
import { RecordListPage } from '../../ui/record-list-page'
import { TagCards, TagTable } from './tag-list'
import { TagModal } from './tag-modal'

/** The company's tags, all at once. */
export const TagsPage = () => {
  const { t } = useTranslation('tags')
  const search = useSearch()
  const query = useListTagsQuery(search.words, { refetchOnMountOrArgChange: true })
  const [remove] = useDeleteTagMutation()
  const List = useIsNarrow() ? TagCards : TagTable
  return (
    <RecordListPage
      title={t('title')}
      addLabel={t('add')}
      search={search}
      query={inOnePage(query)}
      records={(page) => page.tags}
      empty={{ title: t('empty.title'), text: t('empty.text'), searchText: t('empty.search') }}
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
