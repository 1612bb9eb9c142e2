import type { QueueOptionView } from '@balcao/contracts'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'

import { IconAction } from '../../ui/icon-action'
import { MoreIcon, PlusIcon } from '../../ui/icons'
import { mayGrow, moves, openDraft, planMove, type Move } from './option-tree'
import type { Options } from './use-options'

interface OptionRowProps {
  option: QueueOptionView
  level: number
  all: Options
  onDelete: (option: QueueOptionView) => void
}

/* With Alt: the plain arrows scroll. */
const moveKeys: Readonly<Record<string, Move>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
}

const RowMenu = ({ option, all, onDelete }: Omit<OptionRowProps, 'level'>) => {
  const { t } = useTranslation('queues')
  const { t: common } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const choose = (act: () => void) => () => {
    setAnchor(null)
    act()
  }
  return (
    <>
      <IconAction
        size="small"
        label={`${common('actions.more')}: ${option.title}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <MoreIcon />
      </IconAction>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {moves
          .filter((move) => planMove(all.options, option, move))
          .map((move) => (
            <MenuItem key={move} onClick={choose(() => void all.move(option, move))}>
              {t(`options.move.${move}`)}
            </MenuItem>
          ))}
        <MenuItem onClick={choose(() => onDelete(option))}>{common('actions.delete')}</MenuItem>
      </Menu>
    </>
  )
}

/** One option: its name opens the editor, Alt and the arrows move it, Delete asks to delete it. */
export const OptionRow = ({ option, level, all, onDelete }: OptionRowProps) => {
  const { t } = useTranslation('queues')
  const { id, title, message } = option
  const handleKey = (event: KeyboardEvent) => {
    const move = event.altKey ? moveKeys[event.key] : undefined
    if (!move && event.key !== 'Delete') return
    event.preventDefault()
    if (move) void all.move(option, move)
    else onDelete(option)
  }
  return (
    <div className="option">
      <span className="option__number">{option.option}</span>
      <button
        type="button"
        className="option__title"
        data-option={id}
        onClick={() => all.setDraft(openDraft(option))}
        onKeyDown={handleKey}
      >
        <b>{title}</b>
        {message || option.mediaName ? <small>{message || option.mediaName}</small> : null}
      </button>
      <span className="option__tools">
        {mayGrow(level) ? (
          <IconAction
            size="small"
            label={`${t('options.addInside')}: ${title}`}
            onClick={() => all.setDraft(openDraft({ id: null, parentId: id, title: '', message: '' }))}
          >
            <PlusIcon />
          </IconAction>
        ) : null}
        <RowMenu option={option} all={all} onDelete={onDelete} />
      </span>
    </div>
  )
}
