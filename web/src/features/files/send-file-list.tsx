import type { FileListView, MediaView } from '@balcao/contracts'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useListFileListsInfiniteQuery } from '../../data/files.api'
import '../../data/files.live'
import { translateError } from '../../lib/error-toast'
import { fetchAttachedFile } from '../../lib/fetch-attached-file'
import { useDebounced } from '../../lib/use-debounced'
import { useIsPhone } from '../../lib/use-media'
import { EmptyState } from '../../ui/empty-state'
import { ErrorState } from '../../ui/error-state'
import { LoadMore } from '../../ui/load-more'
import { RowSkeletons } from '../../ui/row-skeletons'
import { SearchField } from '../../ui/search-field'
import type { ChosenFileList } from './send-file-list-dialog'
import './send-file-list.css'

const isNamed = <T extends { media: MediaView | null }>(option: T): option is T & { media: MediaView } =>
  option.media !== null

/** The list with its files as if they were picked here; undefined, with an error shown, when one cannot be had. */
const fetchFileList = async ({ message, options }: FileListView): Promise<ChosenFileList | undefined> => {
  const files: ChosenFileList['files'] = []
  for (const { name, media } of options.filter(isNamed)) {
    const file = await fetchAttachedFile(media)
    if (!file) return undefined
    files.push({ file, caption: name })
  }
  return { message, files }
}

const Choice = ({
  list,
  isChosen,
  onChoose,
}: {
  list: FileListView
  isChosen: boolean
  onChoose: () => void
}) => {
  const { t } = useTranslation('files')
  const files = list.options.filter(isNamed)
  return (
    <li>
      <label className="file-choice">
        <input type="radio" name="file-list" checked={isChosen} onChange={onChoose} />
        <span className="file-choice__text">
          <b>{list.name}</b>
          <span className="file-choice__message">{list.message}</span>
          <span className="file-choice__files">
            {t('count', { count: files.length })}
            {files.length > 0 ? `: ${files.map(({ media }) => media.name).join(', ')}` : ''}
          </span>
        </span>
      </label>
    </li>
  )
}

interface ChoicesProps {
  words: string
  chosen: FileListView | undefined
  onChoose: (list: FileListView) => void
}

const Choices = ({ words, chosen, onChoose }: ChoicesProps) => {
  const { t } = useTranslation('files')
  const { t: common } = useTranslation()
  const { data, error, isFetchingNextPage, isFetchNextPageError, hasNextPage, fetchNextPage, refetch } =
    useListFileListsInfiniteQuery({ searchParam: words }, { refetchOnMountOrArgChange: true })
  if (!data)
    return error ? (
      <ErrorState text={translateError(error)} onRetry={() => void refetch()} />
    ) : (
      <RowSkeletons count={3} />
    )
  const lists = data.pages.flatMap(({ files }) => files)
  if (lists.length === 0)
    return (
      <EmptyState
        title={words === '' ? t('empty.title') : common('lists.emptySearch', { query: words })}
        text={t(words === '' ? 'empty.ask' : 'empty.search')}
      />
    )
  return (
    <>
      <ul className="file-choices">
        {lists.map((list) => (
          <Choice
            key={list.id}
            list={list}
            isChosen={list.id === chosen?.id}
            onChoose={() => onChoose(list)}
          />
        ))}
      </ul>
      <LoadMore
        hasMore={hasNextPage}
        isLoading={isFetchingNextPage}
        hasFailed={isFetchNextPageError}
        onLoad={() => void fetchNextPage()}
      />
    </>
  )
}

export interface SendFileListProps {
  onSend: (chosen: ChosenFileList) => void
  onClose: () => void
}

/** Chooses a file list to send: its message and its files, in order. */
export const SendFileList = ({ onSend, onClose }: SendFileListProps) => {
  const { t } = useTranslation('files')
  const { t: common } = useTranslation()
  const id = useId()
  const isPhone = useIsPhone()
  const [typed, setTyped] = useState('')
  const words = useDebounced(typed.trim())
  const [chosen, setChosen] = useState<FileListView>()
  const [isFetching, setFetching] = useState(false)
  const handleSend = async () => {
    if (!chosen) return
    setFetching(true)
    const fetched = await fetchFileList(chosen)
    setFetching(false)
    if (fetched) onSend(fetched)
  }
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" fullScreen={isPhone} aria-labelledby={id}>
      <DialogTitle id={id}>{t('send.title')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', alignContent: 'start', gap: 2 }}>
        <SearchField value={typed} onChange={setTyped} />
        <Choices words={words} chosen={chosen} onChoose={setChosen} />
      </DialogContent>
      <DialogActions>
        <Button color="secondary" onClick={onClose} disabled={isFetching}>
          {common('actions.cancel')}
        </Button>
        <Button variant="contained" disabled={!chosen} loading={isFetching} onClick={() => void handleSend()}>
          {t('send.submit')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
